// A robot that is dragged: poses that the page solves itself, sliders and the pointer.
"use strict";

// Poses that the page solves itself.
class SolvedPoses {
  constructor(scene) {
    this.solver = new MechanismSolver(scene);
    this.axes = this.solver.axes;
    this.names = scene.readings.map((reading) => reading.name);
    this.firstForce = scene.firstForce;
    const { place, force, distance } = this.solver.worst, count = this.solver.data.checks.length;
    const held = this.solver.study().forces !== null;
    // Below these nobody cares how exactly.
    const within = (value, least) => shortNumber(Number(Math.max(value, least).toPrecision(1)));
    const forces = held ? ` and ${within(100 * force, 0.001)} % of the largest force` : "";
    this.note = `Loops are solved in this page; forces ${held ? "are those at rest" : "are not shown: there are fewer motors than freedoms"}.`
      + ` At ${count} poses it agrees with the program within ${within(1000 * place, 0.001)} mm${forces}.`
      + (distance > 1e-4 ? ` Rods that may spin about their line make distances to singularities differ by up to ${within(distance, 0.001)}.` : "");
  }

  // Coordinates of the output in mm and degrees.
  output() {
    const { p, R } = this.solver.outputPose(), [rx, ry, rz] = cardanOf(R).map((value) => value * 180 / Math.PI);
    const told = { x: 1000 * p[0], y: 1000 * p[1], z: 1000 * p[2], rx, ry, rz };
    // Rounding errors are no coordinates.
    Object.keys(told).forEach((name) => { if (Math.abs(told[name]) < 1e-6) told[name] = 0; });
    return told;
  }

  at(place) {
    const found = this.solver.at(place);
    if (!found) return null;
    const output = this.solver.byMotors ? {} : this.output();
    const readings = this.names.map((name, k) => {
      if (k >= this.firstForce) return found.forces ? found.forces[k - this.firstForce] : null;
      if (name === "to singularity") return found.nearest;
      return name === "to limit" ? found.limit.margin : output[name];
    });
    const few = (value) => String(Number((Math.abs(value) < 1e-7 ? 0 : value).toPrecision(3)));
    const texts = this.names.map((name) => {
      if (name === "to singularity") return `${few(found.nearest)}, ${found.kind}`;
      return name === "to limit" && found.limit.joint ? `${few(found.limit.left)} ${found.limit.unit}, ${found.limit.joint}` : "";
    });
    return { bodies: this.solver.numbers(), readings, texts };
  }
}

// The robot dragged by its output, or by sliders.
class Dragger {
  constructor(scene, figure, tools) {
    this.scene = scene;
    this.poses = new SolvedPoses(scene.data);
    const { axes } = this.poses;
    // Where the output can both move and turn, buttons (or the shift key) say what a drag does.
    this.buttons = ["Move", "Turn"].map((name, k) => {
      const button = element("button", { type: "button", textContent: name, title: k ? "a drag turns the output (or hold Shift)" : "a drag moves the output" });
      button.onclick = () => this.mode(k === 1);
      return button;
    });
    if (axes.some((axis) => axis.turns) && axes.some((axis) => !axis.turns)) tools.prepend(...this.buttons);
    this.mode(!axes.some((axis) => !axis.turns));
    this.inputs = axes.map((axis, k) => {
      const input = element("input", { type: "range", min: axis.from, max: axis.to, step: "any", value: axis.home });
      input.setAttribute("aria-label", axis.name);
      input.disabled = !(axis.to > axis.from);
      const output = element("output");
      input.oninput = () => this.go(this.at.map((value, j) => (j === k ? Number(input.value) : value)));
      return { input, output, row: element("label", {}, element("span", { textContent: axis.name }), input, output) };
    });
    const home = element("button", { type: "button", textContent: "Home" });
    home.onclick = () => this.go(axes.map((axis) => axis.home));
    tools.prepend(home);
    this.sliders = element("div", { className: "sliders" }, ...this.inputs.map(({ row }) => row));
    figure.append(this.sliders, element("figcaption", { textContent: this.poses.note }));
    this.listen(scene.renderer.domElement);
    this.later = () => this.go(axes.map((axis) => axis.home));
  }

  mode(turning) {
    this.turning = turning;
    this.buttons.forEach((button, k) => button.setAttribute("aria-pressed", String((k === 1) === turning)));
  }

  // Goes there, or as near as the coordinates one by one allow.
  go(wanted) {
    const { axes } = this.poses;
    let place = wanted.map((value, k) => Math.min(Math.max(value, axes[k].from), axes[k].to));
    let found = this.poses.at(place);
    const why = found ? "" : this.poses.solver.why;
    if (!found && this.at) {
      const clamped = place;
      place = this.at.slice();
      clamped.forEach((value, k) => {
        if (value === place[k]) return;
        const trial = place.map((old, j) => (j === k ? value : old)), there = this.poses.at(trial);
        if (there) { place = trial; found = there; }
      });
    }
    // A slider at the end of its range says so; the picture says what stops the robot.
    this.scene.stage.classList.toggle("stopped", Boolean(why));
    this.scene.why.textContent = why ? `stopped: ${why}` : "";
    if (!found) return;
    this.at = place;
    this.scene.place(found.bodies);
    this.scene.read(found.readings, found.texts);
    this.inputs.forEach(({ input, output }, k) => {
      input.value = place[k];
      const noise = 1e-7 * (axes[k].to - axes[k].from);
      output.textContent = `${shortNumber(Math.abs(place[k]) < noise ? 0 : Number(place[k].toPrecision(4)))} ${axes[k].unit}`;
    });
    this.scene.draw();
  }

  listen(canvas) {
    const { scene } = this;
    const caster = new THREE.Raycaster(), plane = new THREE.Plane(), pointer = new THREE.Vector2();
    const aim = (event) => {
      const box = canvas.getBoundingClientRect();
      pointer.set((event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2);
      caster.setFromCamera(pointer, scene.camera);
    };
    const platforms = scene.bodies.filter((body, k) => scene.data.bodies[k].part === "platform");
    const hit = () => caster.intersectObjects(platforms, true)[0];
    let start = null;
    canvas.addEventListener("pointerdown", (event) => {
      aim(event);
      const found = hit();
      if (!found) return;
      scene.orbit.enabled = false;
      this.held = true;
      canvas.setPointerCapture(event.pointerId);
      plane.setFromNormalAndCoplanarPoint(scene.camera.getWorldDirection(new THREE.Vector3()), found.point);
      start = { point: found.point.clone(), at: this.at.slice(), x: event.clientX, y: event.clientY, turning: this.turning || event.shiftKey };
    }, { capture: true });
    canvas.addEventListener("pointermove", (event) => {
      aim(event);
      if (!start) {
        canvas.style.cursor = hit() ? "grab" : "";
        return;
      }
      const moved = caster.ray.intersectPlane(plane, new THREE.Vector3());
      if (!moved) return;
      moved.sub(start.point);
      // A drag to the right turns about what points up in the picture, a drag down about what points right.
      const right = new THREE.Vector3().setFromMatrixColumn(scene.camera.matrixWorld, 0);
      const up = new THREE.Vector3().setFromMatrixColumn(scene.camera.matrixWorld, 1);
      this.go(start.at.map((value, k) => {
        const axis = this.poses.axes[k], direction = vector(axis.direction);
        if (axis.turns !== start.turning && direction.lengthSq()) return value;
        if (!axis.turns) return value + axis.scale * (direction.lengthSq() ? moved.dot(direction) : (event.clientX - start.x) / 300 * scene.data.size);
        const along = direction.lengthSq() ? direction.dot(up) * (event.clientX - start.x) + direction.dot(right) * (event.clientY - start.y) : event.clientX - start.x;
        return value + axis.scale * along / 250;
      }));
    });
    const release = () => { start = null; this.held = false; scene.orbit.enabled = true; };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
  }
}

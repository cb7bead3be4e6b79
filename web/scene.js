// The robot by three.js: bodies as capsules, joints, forces of motors as arrows, path and workspace.
"use strict";

const colours3d = {
  light: { base: 0x566173, link: 0xaeb9c9, platform: 0x2f6be0, joint: 0x2b3240, motor: 0xe8590c, force: 0xd6336c, path: 0x2457d6, grid: 0xb9c2d0, gap: 0xd01c2a },
  dark: { base: 0x8a96aa, link: 0xc3ccda, platform: 0x6f9bff, joint: 0x0b0e14, motor: 0xff8a3d, force: 0xff6fa3, path: 0x7aa2ff, grid: 0x364052, gap: 0xff5a66 },
};
const vector = (list) => new THREE.Vector3(list[0], list[1], list[2]);

class RobotScene {
  constructor(figure, data, clock) {
    this.data = data;
    this.clock = clock;
    this.frame = -1;
    this.radius = data.size * 0.016;
    this.up = vector(data.up).normalize();
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.gammaOutput = true;
    this.materials = {};
    for (const name of Object.keys(colours3d.light))
      this.materials[name] = new THREE.MeshStandardMaterial({ roughness: 0.55, metalness: 0.08 });
    this.world = new THREE.Scene();
    this.bodies = data.bodies.map((body) => this.makeBody(body));
    this.makeJoints();
    this.forces = data.forces.map((force, index) => this.makeForce(force, index));
    this.makePath();
    this.makeSlices();
    this.makeAxes();
    this.makeStage(figure);
    this.makeLabels();
    this.makeLights();
    this.makeCamera();
    this.tint();
    darkQuery.addEventListener("change", () => { this.tint(); this.draw(); });
    this.controlsOf(figure);
    new ResizeObserver(() => this.resize()).observe(this.stage);
    clock.listen(this);
    this.show(0);
    this.resize();
    this.view();
    if (this.dragger) this.dragger.later();
  }

  mesh(geometry, material, parent) {
    const made = new THREE.Mesh(geometry, material);
    made.castShadow = made.receiveShadow = true;
    parent.add(made);
    return made;
  }

  // A cylinder with round ends.
  capsule(from, to, radius, material, parent) {
    const along = to.clone().sub(from), length = along.length();
    const ball = new THREE.SphereBufferGeometry(radius, 24, 16);
    this.mesh(ball, material, parent).position.copy(from);
    if (length < radius * 1e-3) return;
    this.mesh(ball, material, parent).position.copy(to);
    const rod = this.mesh(new THREE.CylinderBufferGeometry(radius, radius, length, 24, 1, true), material, parent);
    rod.position.copy(from).addScaledVector(along, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.divideScalar(length));
  }

  makeBody(body) {
    const group = new THREE.Group();
    const material = this.materials[body.part];
    body.rods.forEach((r) => this.capsule(vector(r), vector(r.slice(3)), this.radius * r[6], material, group));
    if (body.plate.length >= 3) this.makePlate(body.plate.map(vector), material, group);
    this.world.add(group);
    return group;
  }

  // A flat body: its corners, and as much of it above as below.
  makePlate(corners, material, group) {
    const middle = corners.reduce((sum, c) => sum.add(c), new THREE.Vector3()).divideScalar(corners.length);
    const normal = new THREE.Vector3();
    corners.forEach((c, k) => normal.add(c.clone().sub(middle).cross(corners[(k + 1) % corners.length].clone().sub(middle))));
    normal.normalize();
    const x = corners[0].clone().sub(middle).normalize(), y = normal.clone().cross(x);
    const outline = new THREE.Shape(corners.map((c) => {
      const r = c.clone().sub(middle);
      return new THREE.Vector2(r.dot(x), r.dot(y));
    }));
    const thick = this.radius * 0.9;
    const geometry = new THREE.ExtrudeBufferGeometry(outline, { depth: thick, bevelEnabled: true, bevelSize: thick * 0.6, bevelThickness: thick * 0.4, bevelSegments: 3 });
    const plate = this.mesh(geometry, material, group);
    plate.matrixAutoUpdate = false;
    plate.matrix.makeBasis(x, y, normal).setPosition(middle.clone().addScaledVector(normal, -thick / 2));
  }

  makeJoints() {
    this.data.joints.forEach((joint) => {
      const parent = this.bodies[joint.body];
      const material = this.materials[joint.open ? "gap" : joint.motor ? "motor" : "joint"];
      const at = vector(joint.at), axis = vector(joint.axis).normalize();
      const r = this.radius * (joint.motor || joint.open ? 1.7 : 1.25);
      if (joint.kind === "ball" || joint.kind === "universal") {
        this.mesh(new THREE.SphereBufferGeometry(r, 24, 16), material, parent).position.copy(at);
        return;
      }
      const slider = joint.kind === "slider";
      const shape = slider ? new THREE.BoxBufferGeometry(r * 2.1, r * 3.2, r * 2.1) : new THREE.CylinderBufferGeometry(r, r, r * 2.6, 28);
      const made = this.mesh(shape, material, parent);
      made.position.copy(at);
      made.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
    });
  }

  makeForce(force, index) {
    const group = new THREE.Group();
    group.position.copy(vector(force.at));
    group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vector(force.axis).normalize());
    group.line = group.quaternion.clone();
    this.bodies[force.body].add(group);
    // Arrows are as long as the share of the motor's limit, or of the largest force that is shown.
    const all = [force.values];
    if (this.data.mechanism) all.push(this.data.mechanism.checks.map((check) => check.forces[index]));
    const largest = Math.max(...all.flat().map((v) => Math.abs(v || 0)));
    return { group, force, full: force.full > 0 && force.full < 8 * largest ? force.full : largest || 1 };
  }

  // A straight arrow for a force, a bent one for a torque; its length is the share of the full value.
  updateForce({ group, force, full }, value) {
    group.children.slice().forEach((child) => { child.geometry.dispose(); group.remove(child); });
    if (value === null || Math.abs(value) < 0.01 * full) return;
    const share = Math.min(Math.abs(value) / full, 1.2), sign = Math.sign(value), material = this.materials.force;
    const r = this.radius;
    const head = new THREE.ConeBufferGeometry(r * 1.25, r * 3, 20);
    if (force.torque) {
      const arc = share * 1.6 * Math.PI, ring = r * 4.2;
      const bow = this.mesh(new THREE.TorusBufferGeometry(ring, r * 0.42, 10, 40, arc), material, group);
      const tip = this.mesh(head, material, group);
      tip.position.set(ring * Math.cos(arc), sign * ring * Math.sin(arc), 0);
      tip.rotation.z = sign > 0 ? arc : Math.PI - arc;
      if (sign < 0) bow.rotation.x = Math.PI;
    } else {
      // Beside the motor, so that neither a push nor a pull hides in the leg.
      const length = share * this.data.size * 0.28, aside = r * 3.4;
      const shaft = this.mesh(new THREE.CylinderBufferGeometry(r * 0.5, r * 0.5, length, 14), material, group);
      shaft.rotation.x = Math.PI / 2;
      shaft.position.set(aside, 0, sign * length / 2);
      const tip = this.mesh(head, material, group);
      tip.rotation.x = sign * Math.PI / 2;
      tip.position.set(aside, 0, sign * (length + r * 1.5));
    }
  }

  // Straight arrows stand beside their leg as the camera sees it: turned about their line, never before or behind it.
  turnArrows() {
    this.forces.forEach(({ group, force }) => {
      if (force.torque) return;
      const eye = group.parent.worldToLocal(this.camera.position.clone()).sub(group.position).applyQuaternion(group.line.clone().inverse());
      group.quaternion.copy(group.line).multiply(new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 0, 1), Math.atan2(eye.y, eye.x) + Math.PI / 2));
    });
  }

  makePath() {
    if (this.data.path.length < 2) return;
    const curve = new THREE.BufferGeometry().setFromPoints(this.data.path.map(vector));
    this.pathMaterial = new THREE.LineBasicMaterial();
    this.path = new THREE.Line(curve, this.pathMaterial);
    this.world.add(this.path);
  }

  // Slices are pictures on rectangles, their borders smoothed: cells have corners, workspaces have none.
  makeSlices() {
    this.slices = new THREE.Group();
    this.slices.visible = false;
    this.data.slices.forEach((slice) => {
      const { columns } = slice, rows = slice.colours.length / columns;
      const across = vector(slice.across).multiplyScalar(columns), up = vector(slice.up).multiplyScalar(rows);
      const corner = vector(slice.corner).addScaledVector(vector(slice.across), -0.5).addScaledVector(vector(slice.up), -0.5);
      const geometry = new THREE.BufferGeometry();
      const places = [corner, corner.clone().add(across), corner.clone().add(across).add(up), corner.clone().add(up)];
      geometry.setAttribute("position", new THREE.Float32BufferAttribute(places.flatMap((p) => p.toArray()), 3));
      geometry.setAttribute("uv", new THREE.Float32BufferAttribute([0, 0, 1, 0, 1, 1, 0, 1], 2));
      geometry.setIndex([0, 1, 2, 0, 2, 3]);
      const material = new THREE.MeshBasicMaterial({ map: this.slicePicture(slice.colours, columns, rows), side: THREE.DoubleSide, transparent: true, opacity: 0.62, depthWrite: false });
      this.slices.add(new THREE.Mesh(geometry, material));
    });
    this.world.add(this.slices);
  }

  // Eight times as fine: doubled three times with colours going on evenly, then cut where cells would be half there.
  slicePicture(colours, columns, rows) {
    const sheet = (width, height) => Object.assign(document.createElement("canvas"), { width, height });
    let picture = sheet(columns, rows), context = picture.getContext("2d");
    colours.forEach((text, k) => {
      if (!text) return;
      context.fillStyle = text;
      context.fillRect(k % columns, rows - 1 - Math.floor(k / columns), 1, 1);
    });
    for (let k = 0; k < 3; k += 1) {
      const finer = sheet(2 * picture.width, 2 * picture.height);
      context = finer.getContext("2d");
      context.imageSmoothingEnabled = true;
      context.drawImage(picture, 0, 0, finer.width, finer.height);
      picture = finer;
    }
    const pixels = context.getImageData(0, 0, picture.width, picture.height);
    for (let k = 3; k < pixels.data.length; k += 4) pixels.data[k] = Math.max(0, Math.min(255, 8 * (pixels.data[k] - 112)));
    context.putImageData(pixels, 0, 0);
    const texture = new THREE.CanvasTexture(picture);
    texture.encoding = THREE.sRGBEncoding;
    return texture;
  }

  // The axes of the base: x red, y green, z blue.
  makeAxes() {
    this.axes = new THREE.Group();
    const length = this.data.size * 0.16;
    [["x", 0xd6333a], ["y", 0x2e9e4f], ["z", 0x2f6be0]].forEach(([name, colour], k) => {
      const tip = new THREE.Vector3().setComponent(k, length);
      const material = new THREE.MeshStandardMaterial({ color: new THREE.Color(colour).convertSRGBToLinear(), roughness: 0.6 });
      this.capsule(new THREE.Vector3(), tip, this.radius * 0.28, material, this.axes);
      const head = this.mesh(new THREE.ConeBufferGeometry(this.radius * 0.8, this.radius * 2.2, 16), material, this.axes);
      head.position.copy(tip);
      head.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), tip.clone().normalize());
    });
    this.world.add(this.axes);
  }

  // Names of legs at their motors, and of the base's axes, in the plane of the screen.
  makeLabels() {
    const length = this.data.size * 0.21;
    const ends = ["x", "y", "z"].map((text, k) => ({ text, body: 0, at: [0, 1, 2].map((i) => (i === k ? length : 0)), axis: true }));
    this.sheet = element("div", { className: "labels" });
    this.labels = [...(this.data.labels || []), ...ends].map(({ text, body, at, axis }) => {
      const mark = element("span", { textContent: text, className: axis ? `axis ${text}` : "" });
      this.sheet.append(mark);
      return { mark, body, at: vector(at), axis };
    });
    this.stage.append(this.sheet);
  }
  placeLabels() {
    const { clientWidth, clientHeight } = this.stage, point = new THREE.Vector3(), lift = this.radius * 3.2;
    this.labels.forEach(({ mark, body, at, axis }) => {
      point.copy(at);
      this.bodies[body].localToWorld(point);
      if (!axis) point.addScaledVector(this.camera.up, lift);
      point.project(this.camera);
      mark.hidden = point.z > 1;
      mark.style.transform = `translate(-50%, -50%) translate(${((point.x + 1) / 2 * clientWidth).toFixed(1)}px, ${((1 - point.y) / 2 * clientHeight).toFixed(1)}px)`;
    });
  }

  makeStage(figure) {
    figure.querySelector(".still").remove();
    this.stage = element("div", { className: "stage" });
    const touch = matchMedia("(pointer: coarse)").matches;
    const how = touch ? "two fingers turn and zoom" : "drag to turn, Ctrl + wheel to zoom";
    this.why = element("div", { className: "why" });
    this.why.setAttribute("role", "status");
    this.name = element("div", { className: "name", textContent: `${this.data.title} · ${how}` });
    this.stage.append(this.renderer.domElement, this.name, this.why);
    this.renderer.domElement.setAttribute("aria-label", `${this.data.title}, in 3D: ${how}`);
    figure.append(this.stage);
  }

  // Places that must be in the picture, along the whole motion, without arrows.
  places() {
    const { frames } = this.data, places = this.data.path.map(vector), step = Math.max(1, Math.floor(frames.length / 24));
    for (let k = 0; k < frames.length; k += step) {
      this.place(frames[k]);
      this.world.updateMatrixWorld(true);
      const see = (body, at) => places.push(this.bodies[body].localToWorld(vector(at)));
      this.data.bodies.forEach(({ rods, plate }, b) => {
        rods.forEach((r) => { see(b, r); see(b, r.slice(3)); });
        plate.forEach((at) => see(b, at));
      });
      this.data.joints.forEach(({ body, at }) => see(body, at));
    }
    this.place(frames[0]);
    return places;
  }

  makeLights() {
    this.seen = this.places();
    const box = new THREE.Box3().setFromPoints(this.seen);
    this.middle = box.getCenter(new THREE.Vector3());
    this.reach = Math.max(box.getSize(new THREE.Vector3()).length() / 2, this.data.size * 0.3);
    const sky = new THREE.HemisphereLight(0xffffff, 0x8893a5, 0.78);
    sky.position.copy(this.up);
    const side = Math.abs(this.up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    this.side = side.addScaledVector(this.up, -this.up.dot(side)).normalize();
    const sun = new THREE.DirectionalLight(0xffffff, 0.62);
    sun.position.copy(this.middle).addScaledVector(this.up, 2.4 * this.reach).addScaledVector(this.side, this.reach)
      .addScaledVector(this.up.clone().cross(this.side), -0.7 * this.reach);
    sun.target.position.copy(this.middle);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow.camera, { left: -1.6 * this.reach, right: 1.6 * this.reach, top: 1.6 * this.reach, bottom: -1.6 * this.reach, near: 0.1 * this.reach, far: 6 * this.reach });
    sun.shadow.radius = 4;
    this.world.add(sky, sun, sun.target);

    // The floor lies below everything; a planar mechanism has a wall behind it instead.
    const facing = this.data.flat ? vector(this.data.facing).normalize() : this.up;
    let low = Infinity;
    [0, 1].forEach((x) => [0, 1].forEach((y) => [0, 1].forEach((z) => {
      low = Math.min(low, facing.dot(new THREE.Vector3(x ? box.max.x : box.min.x, y ? box.max.y : box.min.y, z ? box.max.z : box.min.z)));
    })));
    const floor = new THREE.Group();
    floor.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), facing);
    floor.position.copy(this.middle).addScaledVector(facing, low - facing.dot(this.middle) - this.radius * 2);
    const shade = new THREE.Mesh(new THREE.PlaneBufferGeometry(8 * this.reach, 8 * this.reach), new THREE.ShadowMaterial({ opacity: 0.16 }));
    shade.rotation.x = -Math.PI / 2;
    shade.receiveShadow = true;
    const step = 10 ** Math.floor(Math.log10(this.reach)) * (this.reach / 10 ** Math.floor(Math.log10(this.reach)) > 4 ? 1 : 0.5);
    const lines = Math.ceil(3 * this.reach / step);
    this.grid = new THREE.GridHelper(2 * lines * step, 2 * lines, 0xffffff, 0xffffff);
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.45;
    this.grid.material.vertexColors = THREE.NoColors;
    floor.add(shade, this.grid);
    this.world.add(floor);
  }

  makeCamera() {
    this.camera = new THREE.PerspectiveCamera(28, 1, this.reach * 0.02, this.reach * 60);
    this.camera.up.copy(this.up);
    this.orbit = new THREE.OrbitControls(this.camera, this.renderer.domElement);
    this.orbit.target.copy(this.middle);
    this.orbit.enableKeys = false;
    this.orbit.addEventListener("change", () => this.draw());
    // The page scrolls with the wheel and with one finger; a picture that took them would be a trap.
    this.stage.addEventListener("wheel", (event) => { this.orbit.enableZoom = event.ctrlKey || event.metaKey; }, { capture: true });
    this.stage.addEventListener("touchstart", (event) => {
      this.orbit.enableZoom = true;
      if (this.dragger && this.dragger.held) event.preventDefault();
      else if (event.touches.length === 1) event.stopPropagation();
    }, { capture: true, passive: false });
    this.stage.addEventListener("touchmove", (event) => {
      if (this.dragger && this.dragger.held) event.preventDefault();
      else if (event.touches.length === 1) event.stopPropagation();
    }, { capture: true, passive: false });
  }

  // From the front and above; a planar mechanism from its side. As near as everything is seen, below the buttons.
  view(direction) {
    const from = (direction || (this.data.flat ? vector(this.data.facing)
      : this.side.clone().multiplyScalar(0.72).addScaledVector(this.up.clone().cross(this.side), -0.95).addScaledVector(this.up, 0.52))).normalize();
    const right = this.up.clone().cross(from), over = new THREE.Vector3();
    if (right.lengthSq() < 1e-9) right.copy(this.side);
    right.normalize();
    over.crossVectors(from, right);
    // Buttons above and the name below stay free.
    const height = this.stage.clientHeight || 480, pad = 4 * this.radius, share = (box) => Math.min(((box ? box.offsetHeight : 24) + 20) / height, 0.28);
    const head = share(this.tools), foot = share(this.name);
    const upper = Math.tan(this.camera.fov / 2 * Math.PI / 180), wide = upper * this.camera.aspect * 0.94, tall = upper * (1 - head - foot);
    const target = this.middle.clone();
    let distance = 0;
    // What is far off looks small: the middle of the picture is found with the distance.
    for (let k = 0; k < 6; k += 1) {
      const ends = [Infinity, -Infinity, Infinity, -Infinity];
      distance = this.reach * 0.1;
      const seen = this.seen.map((point) => {
        const q = point.clone().sub(target), x = q.dot(right), y = q.dot(over), z = q.dot(from);
        distance = Math.max(distance, z + (Math.abs(x) + pad) / wide, z + (Math.abs(y) + pad) / tall);
        return [x, y, z];
      });
      seen.forEach(([x, y, z]) => {
        const scale = distance / (distance - z);
        ends[0] = Math.min(ends[0], x * scale); ends[1] = Math.max(ends[1], x * scale);
        ends[2] = Math.min(ends[2], y * scale); ends[3] = Math.max(ends[3], y * scale);
      });
      target.addScaledVector(right, (ends[0] + ends[1]) / 2).addScaledVector(over, (ends[2] + ends[3]) / 2);
    }
    target.addScaledVector(over, distance * upper * (head - foot));
    this.camera.position.copy(target).addScaledVector(from, distance);
    this.orbit.target.copy(target);
    this.orbit.update();
    this.draw();
  }

  tint() {
    const palette = colours3d[darkQuery.matches ? "dark" : "light"];
    for (const [name, value] of Object.entries(palette)) this.materials[name].color.set(value).convertSRGBToLinear();
    if (this.pathMaterial) this.pathMaterial.color.set(palette.path).convertSRGBToLinear();
    if (this.grid) this.grid.material.color.set(palette.grid).convertSRGBToLinear();
  }

  controlsOf(figure) {
    const tools = element("div", { className: "tools" });
    const toggle = (label, on, change) => {
      const button = element("button", { type: "button", textContent: label });
      const set = (value) => { button.setAttribute("aria-pressed", String(value)); change(value); this.draw(); };
      button.onclick = () => set(button.getAttribute("aria-pressed") !== "true");
      tools.append(button);
      set(on);
    };
    if (this.forces.length) toggle("Forces", true, (on) => this.forces.forEach(({ group }) => { group.visible = on; }));
    toggle("Names", true, (on) => { this.axes.visible = on; this.sheet.hidden = !on; });
    if (this.path) toggle("Path", true, (on) => { this.path.visible = on; });
    if (this.data.slices.length) toggle("Workspace", false, (on) => { this.slices.visible = on; });
    const again = element("button", { type: "button", textContent: "Reset view" });
    again.onclick = () => this.view();
    tools.append(again);
    this.tools = tools;
    this.stage.append(tools);

    const times = this.data.time;
    if (times.length > 1) {
      this.slider = element("input", { type: "range", min: 0, max: times.length - 1, value: 0, step: 1 });
      this.slider.setAttribute("aria-label", "time");
      this.slider.oninput = () => { this.stop(); this.seek(times[Number(this.slider.value)]); };
      this.label = element("output");
      this.button = element("button", { type: "button" });
      this.button.onclick = () => (this.playing ? this.stop() : this.play());
      figure.append(element("div", { className: "transport" }, this.button, this.slider, this.label));
      this.stop();
    }
    if (this.data.mechanism) this.makeDragger(figure, tools);
    this.values = this.data.readings.map((reading) => {
      const value = element("dd");
      return { reading, value, row: element("div", {}, element("dt", { textContent: reading.name }), value) };
    });
    if (this.values.length) figure.append(element("dl", { className: "readings" }, ...this.values.map(({ row }) => row)));
  }

  // A page that cannot solve the robot as the program does says so, and shows it at home.
  makeDragger(figure, tools) {
    try {
      this.dragger = new Dragger(this, figure, tools);
    } catch (problem) {
      figure.append(element("figcaption", { textContent: `The robot cannot be dragged: ${problem.message}. A motion (--motion) shows it at poses that the program computed.` }));
    }
  }

  play() {
    const times = this.data.time, span = times[times.length - 1] - times[0];
    // Long motions are shown faster, short ones slower: 3 to 20 seconds.
    const rate = span > 20 ? span / 20 : span < 3 ? span / 3 : 1;
    let before = performance.now();
    this.now = this.frame >= times.length - 1 ? times[0] : times[this.frame];
    const step = (moment) => {
      this.now += rate * (moment - before) / 1000;
      before = moment;
      if (this.now > times[times.length - 1]) this.now = times[0];
      this.seek(this.now);
      this.playing = requestAnimationFrame(step);
    };
    this.playing = requestAnimationFrame(step);
    this.icon("Pause", "M3 2h4v12H3zM9 2h4v12H9z");
  }
  stop() {
    if (this.playing) cancelAnimationFrame(this.playing);
    this.playing = 0;
    if (this.button) this.icon("Play", "M4 2l10 6-10 6z");
  }
  icon(name, path) {
    this.button.setAttribute("aria-label", name);
    this.button.innerHTML = `<svg width="16" height="16" fill="currentColor" aria-hidden="true"><path d="${path}"/></svg>`;
  }

  // A new moment from here goes to the plots, one from there only to the picture.
  seek(time) { this.time(time); this.clock.set(time, this); }
  time(time) { this.show(nearestIndex(this.data.time, time)); }

  place(numbers) {
    for (let k = 1; k < this.bodies.length; k += 1) {
      const at = 7 * (k - 1);
      this.bodies[k].position.fromArray(numbers, at);
      this.bodies[k].quaternion.fromArray(numbers, at + 3).normalize();
    }
  }

  show(index) {
    if (index === this.frame) return;
    this.frame = index;
    this.place(this.data.frames[index]);
    this.read(this.data.readings.map((reading) => reading.values[index]), this.data.readings.map(({ texts }) => texts && texts[index]));
    if (this.slider) {
      this.slider.value = index;
      const end = this.data.time[this.data.time.length - 1];
      this.label.textContent = `${this.data.time[index].toFixed(2)} / ${end.toFixed(2)} s`;
    }
    this.draw();
  }

  // Forces and the numbers below the picture, some in words.
  read(values, texts) {
    this.forces.forEach((force, k) => this.updateForce(force, this.data.firstForce < 0 ? force.force.values[this.frame] : values[this.data.firstForce + k]));
    this.values.forEach(({ reading, value, row }, k) => {
      row.hidden = values[k] === null;
      value.textContent = texts[k] || `${shortNumber(values[k])} ${reading.unit}`;
      row.classList.toggle("near", reading.name.startsWith("to ") && values[k] !== null && values[k] < 0.05);
    });
  }

  resize() {
    const { clientWidth, clientHeight } = this.stage;
    if (!clientWidth) return;
    const before = this.camera.aspect;
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (before === 1) this.view();
    this.draw();
  }

  // At most once per picture of the screen.
  draw() {
    if (this.waiting || !this.orbit) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.turnArrows();
      this.renderer.render(this.world, this.camera);
      if (!this.sheet.hidden) this.placeLabels();
    });
  }
}

const robotScenes = [];
document.querySelectorAll("figure.scene").forEach((figure) => {
  // Without WebGL the picture stays.
  const probe = document.createElement("canvas");
  if (!(probe.getContext("webgl2") || probe.getContext("webgl"))) return;
  robotScenes.push(new RobotScene(figure, pageData.scenes[Number(figure.dataset.scene)], clockOf(figure.dataset.clock)));
});

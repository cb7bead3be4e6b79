// Solves the loops of a mechanism in the page: kinematics of any robot, moved by its output or by its motors, by Newton's
// method on the closure of all joints; limits, distances to singularities as the program defines them, and forces of the
// motors at rest. Bodies are free (position and rotation of each), joints are equations between two of them; lengths are counted in
// robot sizes.
"use strict";

// 3 x 3 matrices are arrays of nine numbers, row by row.
const rotate = (R, v) => [R[0] * v[0] + R[1] * v[1] + R[2] * v[2], R[3] * v[0] + R[4] * v[1] + R[5] * v[2], R[6] * v[0] + R[7] * v[1] + R[8] * v[2]];
const turnBack = (R, v) => [R[0] * v[0] + R[3] * v[1] + R[6] * v[2], R[1] * v[0] + R[4] * v[1] + R[7] * v[2], R[2] * v[0] + R[5] * v[1] + R[8] * v[2]];
const transposed = (R) => [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]];
const times = (A, B) => transposed([...rotate(A, [B[0], B[3], B[6]]), ...rotate(A, [B[1], B[4], B[7]]), ...rotate(A, [B[2], B[5], B[8]])]);
const wrapped = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
// The rotation by a vector (Rodrigues).
const turn = (w) => {
  const angle = Math.hypot(...w);
  const s = angle < 1e-9 ? 1 : Math.sin(angle) / angle, c = angle < 1e-9 ? 0.5 : (1 - Math.cos(angle)) / angle ** 2;
  const [x, y, z] = w;
  return [1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y, c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x,
    c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y)];
};
// R = Rx(a) Ry(b) Rz(c)
const cardan = ([a, b, c]) => times(times(turn([a, 0, 0]), turn([0, b, 0])), turn([0, 0, c]));
const cardanOf = (R) => [Math.atan2(-R[5], R[8]), Math.asin(Math.max(-1, Math.min(1, R[2]))), Math.atan2(-R[1], R[0])];

class MechanismSolver {
  constructor(scene) {
    this.data = scene.mechanism;
    this.size = scene.size;
    this.axes = this.data.axes;
    const first = scene.frames[0];
    this.bodies = [{ p: [0, 0, 0], R: turn([0, 0, 0]) }];
    for (let k = 0; k < first.length; k += 7) {
      const [x, y, z, w] = first.slice(k + 3, k + 7), n = Math.hypot(x, y, z, w);
      const [a, b, c, d] = [x / n, y / n, z / n, w / n];
      this.bodies.push({ p: first.slice(k, k + 3), R: [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d), 2 * (a * b + c * d),
        1 - 2 * (a * a + c * c), 2 * (b * c - a * d), 2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)] });
    }
    this.angles = this.data.joints.map(() => []);
    this.motors = [];
    this.data.joints.forEach((joint) => { if (joint.motor >= 0) this.motors[joint.motor] = joint; });
    this.byMotors = this.data.output < 0;
    // Where only some angles are commanded the others follow: these count as Cardan angles, not as a rotation.
    this.angular = this.byMotors ? 0 : this.data.moves.filter((move) => move > 2).length;
    this.place = this.axes.map((axis) => axis.home);
    if (!this.close(this.targetAt(this.place))) throw new Error("the mechanism does not close at home");
    this.nearestLimit();
    this.sense = Math.sign(this.study().determinant);
    this.verify();
  }

  outputPose() {
    const body = this.bodies[this.data.output], frame = this.data.outputFrame;
    const offset = rotate(body.R, frame.slice(0, 3));
    return { p: body.p.map((value, k) => value + offset[k]), R: times(body.R, frame.slice(3)) };
  }

  // The joint's frames against each other: place and rotation of B in A.
  relative(joint, A = this.bodies[joint.a], B = this.bodies[joint.b]) {
    const RA = times(A.R, joint.inA.slice(3)), RB = times(B.R, joint.inB.slice(3));
    const a = rotate(A.R, joint.inA), b = rotate(B.R, joint.inB);
    const gap = [0, 1, 2].map((k) => B.p[k] + b[k] - A.p[k] - a[k]);
    return { d: turnBack(RA, gap), R: times(transposed(RA), RB) };
  }

  // What the joint demands to be zero, lengths in sizes.
  closure(joint, { d, R }) {
    const [x, y, z] = d.map((value) => value / this.size), tilt = [R[2], R[5]];
    const turned = [(R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2];
    switch (joint.kind) {
      case "revolute": return [x, y, z, ...tilt];
      case "prismatic": return [x, y, ...turned];
      case "helical": return [x, y, -joint.pitch / this.size * wrapped(Math.atan2(R[3], R[0]) - d[2] / joint.pitch), ...tilt];
      case "cylindrical": return [x, y, ...tilt];
      case "universal": return [x, y, z, R[6]];
      case "spherical": return [x, y, z];
      case "planar": return [z, ...tilt];
      default: return [x, y, z, ...turned];
    }
  }

  // Coordinates of the joint's freedoms, as in model files.
  coordinates(joint, { d, R }) {
    const angle = Math.atan2(R[3], R[0]);
    switch (joint.kind) {
      case "revolute": return [angle];
      case "helical": return [d[2] / joint.pitch];
      case "prismatic": return [d[2]];
      case "cylindrical": return [angle, d[2]];
      case "universal": return [angle, Math.atan2(R[7], R[8])];
      case "planar": return [d[0], d[1], angle];
      default: return [];
    }
  }

  // The output against where it shall be, in the coordinates that are commanded.
  outputError(body, target) {
    const offset = rotate(body.R, this.data.outputFrame), turned = times(body.R, this.data.outputFrame.slice(3));
    const error = [0, 1, 2].map((k) => (body.p[k] + offset[k] - target.p[k]) / this.size);
    if (this.angular === 3) {
      const R = times(transposed(target.R), turned);
      error.push((R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2);
    } else if (this.angular) {
      error.push(...difference(cardanOf(turned), target.angles).map(wrapped));
    }
    return this.data.moves.map((move) => error[move]);
  }

  // A motor against where it shall be.
  motorError(joint, value, relative) {
    const [q] = this.coordinates(joint, relative);
    return [joint.kind === "prismatic" ? (q - value) / this.size : wrapped(q - value)];
  }

  moved(body, k, h) {
    if (k < 3) return { p: body.p.map((value, i) => (i === k ? value + h * this.size : value)), R: body.R };
    return { p: body.p, R: times(turn([0, 1, 2].map((i) => (i === k - 3 ? h : 0))), body.R) };
  }

  // Derivatives of `values` by the motion of some bodies: rows of at most two blocks, a body and six numbers. The base does
  // not move.
  rows(bodies, values) {
    const h = 1e-5, now = values(...bodies.map((b) => this.bodies[b]));
    const rows = now.map(() => []);
    bodies.forEach((b, which) => {
      if (b === 0) return;
      rows.forEach((row) => row.push({ b, slopes: new Float64Array(6) }));
      for (let k = 0; k < 6; k += 1) {
        const at = (step) => values(...bodies.map((c, j) => (j === which ? this.moved(this.bodies[c], k, step) : this.bodies[c])));
        const up = at(h), down = at(-h);
        rows.forEach((row, i) => { row[row.length - 1].slopes[k] = (up[i] - down[i]) / (2 * h); });
      }
    });
    return { now, rows };
  }

  // The product of a row and a motion of all bodies, and the sum of rows by their factors.
  static along(row, motion) {
    let sum = 0;
    row.forEach(({ b, slopes }) => { for (let k = 0; k < 6; k += 1) sum += slopes[k] * motion[6 * b + k]; });
    return sum;
  }
  spread(rows, factors) {
    const motion = new Float64Array(6 * this.bodies.length);
    rows.forEach((row, i) => row.forEach(({ b, slopes }) => { for (let k = 0; k < 6; k += 1) motion[6 * b + k] += slopes[k] * factors[i]; }));
    return motion;
  }

  closureRows(joints = this.data.joints) {
    const now = [], rows = [];
    joints.forEach((joint) => {
      const part = this.rows([joint.a, joint.b], (A, B) => this.closure(joint, this.relative(joint, A, B)));
      now.push(...part.now);
      rows.push(...part.rows);
    });
    return { now, rows };
  }

  // The commanded coordinates: what is left to go, and its derivatives.
  driveRows(target) {
    if (!this.byMotors) return this.rows([this.data.output], (body) => this.outputError(body, target));
    const now = [], rows = [];
    this.motors.forEach((joint, k) => {
      const part = this.rows([joint.a, joint.b], (A, B) => this.motorError(joint, target.motors[k], this.relative(joint, A, B)));
      now.push(...part.now);
      rows.push(...part.rows);
    });
    return { now, rows };
  }

  // Velocity and angular velocity of the output in base axes, those of the commanded coordinates.
  twistRows() {
    const b = this.data.output, [x, y, z] = rotate(this.bodies[b].R, this.data.outputFrame).map((value) => value / this.size);
    const arms = [[0, z, -y], [-z, 0, x], [y, -x, 0]];
    return this.data.moves.map((move) => {
      const slopes = new Float64Array(6);
      slopes[move] = 1;
      if (move < 3) slopes.set(arms[move], 3);
      return [{ b, slopes }];
    });
  }

  // Factors of A A^T + small; rows that repeat others do no harm.
  static factor(rows) {
    const n = rows.length, L = Array.from({ length: n }, (_, i) => new Float64Array(i + 1));
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j <= i; j += 1) {
        let sum = i === j ? 1e-12 : 0;
        for (const one of rows[i]) {
          for (const other of rows[j]) {
            if (one.b === other.b) for (let k = 0; k < 6; k += 1) sum += one.slopes[k] * other.slopes[k];
          }
        }
        for (let k = 0; k < j; k += 1) sum -= L[i][k] * L[j][k];
        L[i][j] = i === j ? Math.sqrt(Math.max(sum, 1e-14)) : sum / L[j][j];
      }
    }
    return L;
  }

  // Newton's method with the smallest steps; true if all joints fit together.
  close(target) {
    for (let iteration = 0; iteration < 12; iteration += 1) {
      const { now, rows } = this.closureRows();
      const drive = this.driveRows(target);
      now.push(...drive.now);
      rows.push(...drive.rows);
      const error = Math.max(...now.map(Math.abs));
      if (!(error < 0.5)) return false;
      if (error < 1e-10) return true;
      const step = this.spread(rows, solveFactored(MechanismSolver.factor(rows), now));
      this.bodies = this.bodies.map((body, b) => {
        if (b === 0) return body;
        const s = Array.from(step.subarray(6 * b, 6 * b + 6), (value) => -value);
        return { p: body.p.map((value, k) => value + this.size * s[k]), R: times(turn(s.slice(3)), body.R) };
      });
    }
    return false;
  }

  // Coordinates in units of the axes as what close() aims at.
  targetAt(place) {
    const values = this.data.homes.map((home, k) => (k < place.length ? place[k] / this.axes[k].scale : home));
    if (this.byMotors) return { motors: values };
    const p = [0, 0, 0], angles = [0, 0, 0];
    this.data.moves.forEach((move, k) => { (move < 3 ? p : angles)[move % 3] = values[k]; });
    return { p, angles, R: cardan(angles) };
  }

  // Rates of the motors by those of the commanded coordinates: distance to singularities of the second type; forces that
  // hold the pose.
  study() {
    const { rows } = this.closureRows();
    const drive = this.byMotors ? this.driveRows(this.targetAt(this.place)).rows : this.twistRows();
    const motors = this.motors.map((joint) => this.rows([joint.a, joint.b], (A, B) => this.coordinates(joint, this.relative(joint, A, B))).rows[0]);
    const all = [...rows, ...drive], L = MechanismSolver.factor(all), n = drive.length;
    // Motion of all bodies by each coordinate alone; once more for the digits that the small number in the factors takes.
    const motions = drive.map((_, c) => {
      const left = new Float64Array(all.length);
      left[rows.length + c] = 1;
      const motion = this.spread(all, solveFactored(L, left));
      const rest = left.map((value, i) => value - MechanismSolver.along(all[i], motion));
      return this.spread(all, solveFactored(L, rest)).map((value, k) => value + motion[k]);
    });
    const rates = motors.map((row) => motions.map((motion) => MechanismSolver.along(row, motion)));
    const forces = this.holding(rates, motions);
    if (this.byMotors) return { ...this.distances(null), determinant: 1, forces };
    const weighed = rates.map((row) => row.map((value, c) => value * (this.data.moves[c] < 3 ? this.data.outputLength / this.size : 1)));
    const scaled = unitRows(weighed);
    const type2 = motors.length < n ? 0 : inverseCondition(scaled);
    return { ...this.distances(type2), determinant: motors.length === n ? determinantOf(scaled) : 1, forces };
  }

  // Motion of all bodies by one coordinate of the program's tree.
  treeMotion({ slides, pitch, body, at, axis, moves }) {
    const motion = new Float64Array(6 * this.bodies.length), a = rotate(this.bodies[body].R, axis);
    const c = rotate(this.bodies[body].R, at).map((value, k) => value + this.bodies[body].p[k]);
    moves.forEach((b) => {
      const r = difference(this.bodies[b].p, c);
      const v = slides ? a : [a[1] * r[2] - a[2] * r[1], a[2] * r[0] - a[0] * r[2], a[0] * r[1] - a[1] * r[0]].map((value, k) => (value + pitch * a[k]) / this.size);
      motion.set([...v, ...(slides ? [0, 0, 0] : a)], 6 * b);
    });
    return motion;
  }

  // Closure equations of the cuts by the tree's coordinates, as the program has them; which rows belong to which cut.
  treeEquations() {
    const motions = this.data.coordinates.map((c) => this.treeMotion(c));
    const K = [], rowsOf = [];
    this.data.cuts.forEach((j) => {
      const { rows } = this.closureRows([this.data.joints[j]]);
      rowsOf.push(rows.map((row) => K.push(motions.map((motion) => MechanismSolver.along(row, motion))) - 1));
    });
    return { motions, K, rowsOf };
  }

  // Type 1: a limb, or the output's Jacobian; type 2: the motors; constraint: the closure equations. The definitions are
  // those of the program's singularity_distance().
  distances(type2) {
    const { data } = this, { motions, K, rowsOf } = this.treeEquations();
    const found = { type1: 1, limb: "", type2, constraint: 1 };
    const rank = motions.length - data.freedoms;
    if (K.length && rank > 0) {
      const values = singularValues(K, motions.length);
      found.constraint = values[values.length - rank] / values[values.length - 1];
    }
    data.limbs.forEach(({ name, coordinates, cuts }) => {
      const block = cuts.flatMap((cut) => rowsOf[cut]).map((row) => coordinates.map((c) => K[row][c]));
      const distance = inverseCondition(block);
      if (distance < found.type1) { found.type1 = distance; found.limb = name; }
    });
    // Rates of the tree by those of the output, or of the motors: the closure equations and unit rates one by one.
    const drive = this.byMotors
      ? data.driving.map((k) => motions.map((_, c) => (c === data.motorCoordinates[k] ? 1 : 0)))
      : this.twistRows().map((row, k) => motions.map((motion) => MechanismSolver.along(row, motion) * (data.moves[k] < 3 ? this.size / data.outputLength : 1)));
    if (drive.length !== data.freedoms || (data.limbs.length && !this.byMotors)) return nearestOf(found);
    const T = leastSquares([...K, ...drive], K.length);
    if (!this.byMotors) {
      found.type1 = T ? inverseCondition(T) : 0;
    } else {
      found.type2 = 0;
      // Rates of the motors along an orthonormal basis of the mechanism's motions.
      const basis = T && orthonormal(T);
      if (basis) found.type2 = inverseCondition(unitRows(data.motorCoordinates.map((c) => basis[c])));
    }
    return nearestOf(found);
  }

  // Virtual work of weights, springs and motors: with redundant motors the forces of least norm, a moment counting as the
  // force that it is at the distance of the robot's size; none with fewer motors than coordinates.
  holding(rates, motions) {
    const m = rates.length, n = motions.length;
    if (m < n) return null;
    const loads = this.loads();
    const work = motions.map((motion) => -loads.reduce((sum, load, k) => sum + load * motion[k], 0) - this.springWork(motion));
    const columns = motions.map((_, c) => rates.map((row) => row[c]));
    if (m === n) return solveSquare(columns, work);
    const ease = this.motors.map((joint) => (joint.kind === "prismatic" ? 1 : this.size ** 2));
    const squares = columns.map((a) => columns.map((b) => a.reduce((sum, value, k) => sum + ease[k] * value * b[k], 0)));
    const y = solveSquare(squares, work);
    return rates.map((row, k) => ease[k] * row.reduce((sum, value, c) => sum + value * y[c], 0));
  }

  // Weights and pulls between points, as forces on the motions of all bodies.
  loads() {
    const loads = new Float64Array(6 * this.bodies.length);
    const push = (b, r, f) => {
      [...f.map((value) => value * this.size), r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]]
        .forEach((value, k) => { loads[6 * b + k] += value; });
    };
    this.data.weights.forEach(([mass, ...centre], b) => push(b, rotate(this.bodies[b].R, centre), this.data.gravity.map((value) => mass * value)));
    this.data.pulls.forEach(({ a, b, atA, atB, stiffness, length, force }) => {
      const A = this.bodies[a], B = this.bodies[b], armA = rotate(A.R, atA), armB = rotate(B.R, atB);
      const gap = [0, 1, 2].map((k) => B.p[k] + armB[k] - A.p[k] - armA[k]), distance = Math.hypot(...gap);
      const pull = gap.map((value) => (distance > 0 ? value / distance : 0) * (stiffness * (distance - length) + force));
      push(a, armA, pull);
      push(b, armB, pull.map((value) => -value));
    });
    return loads;
  }

  springWork(motion) {
    return this.data.springs.reduce((sum, { joint: j, freedom, stiffness, rest, preload }) => {
      const joint = this.data.joints[j];
      const row = this.rows([joint.a, joint.b], (A, B) => this.coordinates(joint, this.relative(joint, A, B))).rows[freedom];
      return sum - (stiffness * (this.angles[j][freedom] - rest) + preload) * MechanismSolver.along(row, motion);
    }, 0);
  }

  // The nearest limit: its joint, and how far it is in mm or degrees; `margin` compares lengths over size with radians.
  nearestLimit() {
    let least = { margin: Infinity };
    const see = (joint, margin, length) => {
      if (margin < least.margin) least = { margin, joint: joint.name, left: margin * (length ? 1000 * this.size : 180 / Math.PI), unit: length ? "mm" : "deg" };
    };
    this.data.joints.forEach((joint, j) => {
      const relative = this.relative(joint);
      const slides = { prismatic: [0], cylindrical: [1], planar: [0, 1] }[joint.kind] || [];
      this.coordinates(joint, relative).forEach((value, k) => {
        const length = slides.includes(k);
        const before = this.angles[j][k];
        // Angles go on where they were, not by turns; at first they lie within their limits if they can.
        const near = before !== undefined ? before : joint.lower[k] !== null && joint.upper[k] !== null ? (joint.lower[k] + joint.upper[k]) / 2 : value;
        const q = length ? value : value + 2 * Math.PI * Math.round((near - value) / (2 * Math.PI));
        this.angles[j][k] = q;
        const unit = length ? this.size : 1;
        if (joint.lower[k] !== null) see(joint, (q - joint.lower[k]) / unit, length);
        if (joint.upper[k] !== null) see(joint, (joint.upper[k] - q) / unit, length);
      });
      if (joint.cone[0] !== null) see(joint, joint.cone[0] - Math.acos(Math.max(-1, Math.min(1, relative.R[8]))), false);
    });
    return least;
  }

  // Readings at a place, to which the bodies have moved, or nothing if it cannot be reached within limits or lies behind a
  // singularity; `why` says what stops it.
  at(place) {
    const kept = { bodies: this.bodies, place: this.place, angles: this.angles.map((list) => list.slice()) };
    const start = this.place;
    const way = Math.max(...place.map((value, k) => Math.abs(value - start[k]) / this.axes[k].scale / (this.axes[k].turns ? 1 : this.size)));
    const steps = Math.max(1, Math.ceil(way / 0.06));
    let good = true, limit = { margin: Infinity };
    for (let k = 1; good && k <= steps; k += 1) {
      const share = k / steps;
      good = this.close(this.targetAt(k === steps ? place : start.map((value, i) => value + share * (place[i] - value))));
      if (good) limit = this.nearestLimit();
    }
    this.place = place.slice();
    const found = good && limit.margin >= -1e-9 ? this.study() : null;
    const singular = found && ((this.motors.length >= this.data.freedoms && found.type2 < 1e-3) || Math.sign(found.determinant) !== this.sense);
    if (!found || singular) {
      this.why = !good ? "out of reach" : singular ? "a singularity of type 2: the motors lose the output" : `limit of ${limit.joint}`;
      Object.assign(this, kept);
      return null;
    }
    this.why = "";
    return { ...found, limit };
  }

  // Rods between two balls turn about their line as they like. This solver and the program let them do so differently,
  // which enters the distances of the closure equations a little, and nothing else.
  hasIdleSpins() {
    return this.bodies.some((_, b) => {
      const joints = this.data.joints.filter((joint) => joint.a === b || joint.b === b);
      return b > 0 && joints.length === 2 && joints.every((joint) => joint.kind === "spherical");
    });
  }

  // The program's own answers at a few poses: how far this solver is off.
  verify() {
    this.worst = { place: 0, distance: 0, limit: 0, force: 0, missed: 0 };
    const { bodies: home, angles, place } = this;
    this.data.checks.forEach((check) => {
      Object.assign(this, { bodies: home, place, angles: angles.map((list) => list.slice()) });
      const found = this.at(check.at);
      if (!found) { this.worst.missed += 1; return; }
      this.bodies.forEach((body, b) => {
        this.worst.place = Math.max(this.worst.place, Math.hypot(...difference(body.p, check.places.slice(3 * b, 3 * b + 3))));
      });
      ["type1", "type2", "constraint"].forEach((type) => { this.worst.distance = Math.max(this.worst.distance, Math.abs(found[type] - check[type])); });
      if (check.margin[0] !== null) this.worst.limit = Math.max(this.worst.limit, Math.abs(found.limit.margin - check.margin[0]));
      const full = Math.max(...check.forces.map(Math.abs));
      if (found.forces && full > 0) found.forces.forEach((value, k) => { this.worst.force = Math.max(this.worst.force, Math.abs(value - check.forces[k]) / full); });
    });
    Object.assign(this, { bodies: home, place, angles });
    if (this.worst.missed || !(this.worst.place < 1e-6 * this.size) || !(this.worst.distance < (this.hasIdleSpins() ? 3e-3 : 1e-4)) || !(this.worst.limit < 1e-6) || !(this.worst.force < 1e-4))
      throw new Error(`the page's own solution differs from the program's at poses nearby (${(1000 * this.worst.place).toPrecision(2)} mm, distances ${this.worst.distance.toPrecision(2)}, limits ${this.worst.limit.toPrecision(2)}, ${this.worst.missed} of ${this.data.checks.length} not found)`);
  }

  // As scenes hold poses: position and quaternion (x, y, z, w) of every body but the base.
  numbers() {
    const list = [], matrix = new THREE.Matrix4(), quaternion = new THREE.Quaternion();
    this.bodies.slice(1).forEach(({ p, R }) => {
      matrix.set(R[0], R[1], R[2], 0, R[3], R[4], R[5], 0, R[6], R[7], R[8], 0, 0, 0, 0, 1);
      quaternion.setFromRotationMatrix(matrix);
      list.push(...p, quaternion.x, quaternion.y, quaternion.z, quaternion.w);
    });
    return list;
  }
}

// The distance that counts, and its kind in words.
function nearestOf(found) {
  const nearest = Math.min(found.type1, found.type2, found.constraint);
  const kind = nearest === found.type1 ? `type 1${found.limb ? ` of ${found.limb}` : ""}` : nearest === found.type2 ? "type 2" : "constraint";
  return { ...found, nearest, kind };
}

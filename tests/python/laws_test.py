"""Laws of mechanics over every robot of the catalogue, through the Python package alone."""

import unittest

import jourdain
import numpy
from support import NAMES, is_driven, is_redundant, robot, states_near_home

COUNT = 7


def assert_close(model, found, wanted, **tolerance):
    numpy.testing.assert_allclose(found, wanted, err_msg=model.name, **{"rtol": 0, **tolerance})


class Laws(unittest.TestCase):
    def each(self):
        """Robots with a motor for every freedom, and states of each."""
        for name in NAMES:
            if is_driven(robot(name)):
                yield robot(name), states_near_home(robot(name), COUNT)

    def test_most_of_the_catalogue_is_looked_at(self):
        self.assertGreater(len(list(self.each())), 18)

    def test_forward_kinematics_inverts_inverse_kinematics(self):
        for model, states in self.each():
            if not model.moves:
                continue
            motors = model.inverse_kinematics(states)
            back = model.forward_kinematics(motors, errors="raise")
            at = ["x y z rx ry rz".split().index(move) for move in model.moves]
            scale = model.size
            assert_close(model, back.coordinates[:, at], states.coordinates[:, at], atol=1e-8 * max(scale, 1))
            assert_close(model, back.twist[:, at], states.twist[:, at], atol=1e-7)

    def test_exact_formulations_agree(self):
        for model, states in self.each():
            forces = model.inverse_dynamics(states)
            self.assertEqual(forces.shape, (COUNT, len(model.motor_names)))
            for formulation in ("virtual_work", "screw"):
                other = model.inverse_dynamics(states, formulation)
                assert_close(model, other, forces, atol=1e-7 * numpy.abs(forces).max())

    def test_forward_dynamics_inverts_inverse_dynamics(self):
        for model, states in self.each():
            if is_redundant(model):
                continue
            forces = model.inverse_dynamics(states)
            wanted = model.motor_state(states).acceleration
            found = model.forward_dynamics(states, forces)
            assert_close(model, found, wanted, atol=1e-6 * numpy.abs(wanted).max())

    def test_forces_are_mass_matrix_coriolis_and_gravity(self):
        for model, states in self.each():
            if is_redundant(model):
                continue
            options = dict(friction=False, springs=False)
            forces = model.inverse_dynamics(states, **options)
            accelerations = model.motor_state(states).acceleration
            terms = (numpy.einsum("nij,nj->ni", model.mass_matrix(states), accelerations)
                     + model.coriolis_forces(states) + model.gravity_forces(states))
            assert_close(model, terms, forces, atol=1e-7 * numpy.abs(forces).max())

    def test_regressor_times_parameters_gives_the_forces(self):
        for model, states in self.each():
            if is_redundant(model):
                continue
            form = jourdain.LinearForm(model)
            forces = model.inverse_dynamics(states)
            linear = form.regressor(states) @ form.values + form.known_forces(states)
            assert_close(model, linear, forces, atol=1e-8 * numpy.abs(forces).max())

    def test_jacobian_is_the_derivative_of_the_pose(self):
        for model, states in self.each():
            if not model.moves or is_redundant(model):
                continue
            rates = model.motor_state(states).velocity
            twist = numpy.einsum("nij,nj->ni", model.output_jacobian(states), rates)
            motion = model.forward_kinematics(model.motor_state(states))
            assert_close(model, twist, motion.twist, atol=1e-8 * max(1, numpy.abs(motion.twist).max()))

    def test_power_of_the_motors_is_the_change_of_energy(self):
        """Sixth-order differences of the energies along accelerated motions of the motors."""
        for name in ("hexapod", "delta", "five-bar", "orthoglide"):
            model = robot(name)
            states = model.motor_state(states_near_home(model, 3))
            q, dq, ddq = states.position, states.velocity, states.acceleration
            h = 2e-3
            energy = {}
            for k in (-3, -2, -1, 1, 2, 3):
                t = k * h
                moved = jourdain.MotorState(q + t * dq + 0.5 * t * t * ddq, dq + t * ddq)
                energy[k] = model.kinetic_energy(moved) + model.potential_energy(moved)
            rate = sum(w * (energy[k] - energy[-k]) for k, w in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))) / h
            forces = model.inverse_dynamics(states)
            power = numpy.sum(forces * dq, axis=1) - model.friction_power(states)
            with self.subTest(robot=name):
                assert_close(model, power, rate, rtol=1e-5, atol=1e-5 * numpy.abs(power).max())

    def test_holding_forces_are_those_of_a_motion_at_rest(self):
        for model, states in self.each():
            if is_redundant(model):
                continue
            motors = model.motor_state(states)
            rest = jourdain.MotorState(motors.position)
            held = model.holding_forces(states)
            moving = model.inverse_dynamics(rest)
            assert_close(model, held, moving, atol=1e-7 * max(1e-9, numpy.abs(held).max()))

    def test_reactions_have_an_answer_at_every_state(self):
        """Among these states is one whose equations Eigen's divide and conquer does not decompose."""
        model = robot("hexapod")
        rng = numpy.random.default_rng(1)
        pose = jourdain.PlatformState(model.home_pose).coordinates + rng.uniform(-0.05, 0.05, (1000, 6))
        twist, acceleration = rng.uniform(-0.5, 0.5, (1000, 6)), rng.uniform(-2, 2, (1000, 6))
        near = slice(525, 545)
        motion = jourdain.PlatformState(pose[near], twist[near], acceleration[near])
        self.assertEqual(model.joint_reactions(motion).shape, (20, 24, 6))

    def test_reactions_hold_the_base(self):
        """All joints of the base together carry what gravity and inertia ask for: Newton for the whole robot."""
        model = robot("hexapod")
        motion = jourdain.PlatformState(jourdain.PlatformState(model.home_pose).coordinates + [0.02, -0.01, 0.03, 0.05, -0.04, 0.1])
        reactions = model.joint_reactions(motion, payload=False)
        weight = sum(model.inertial(body)["mass"] for body in model.bodies[1:])
        to_base = [i for i, joint in enumerate(model.joints) if joint.endswith((".alpha", ".gimbal", ".base"))]
        self.assertEqual(len(to_base), 6)
        assert_close(model, reactions[to_base, :3].sum(axis=0), -weight * model.gravity, atol=1e-8 * weight)


if __name__ == "__main__":
    unittest.main()

"""States as sequences and as pickles; robots in other processes."""

import concurrent.futures
import multiprocessing
import pickle
import unittest

import jourdain
import numpy
from support import NAMES, robot

RNG = numpy.random.default_rng(3)


def motion_of(name, shape=(3, 4)):
    home = jourdain.PlatformState(robot(name).home_pose).coordinates
    return jourdain.PlatformState(home + 0.01 * RNG.standard_normal((*shape, 6)), RNG.standard_normal((*shape, 6)), RNG.standard_normal((*shape, 6)))


def bits(states):
    names = ("pose", "twist", "acceleration") if isinstance(states, jourdain.PlatformState) else ("position", "velocity", "acceleration")
    return [getattr(states, name) for name in names]


def forces(job):
    model, motion = job
    return model.inverse_dynamics(motion)


class Rows(unittest.TestCase):
    def same(self, some, arrays, index):
        for got, whole in zip(bits(some), arrays):
            numpy.testing.assert_array_equal(got, whole[index])

    def test_slices_are_those_of_arrays(self):
        for states in (motion_of("delta"), jourdain.MotorState(RNG.standard_normal((3, 4, 6)), RNG.standard_normal((3, 4, 6)))):
            arrays = bits(states)
            for index in (0, -1, slice(1, None), (1, 2), (slice(None), -1), [2, 0], (None, 1), ..., numpy.array([True, False, True])):
                with self.subTest(index=index):
                    self.same(states[index], arrays, index)
            self.assertEqual(states[0].shape, (4,))
            self.assertEqual(states[1, 2].shape, ())
            for index in (3, (0, 0, 0), "x", 1.5):
                with self.assertRaises(IndexError):
                    states[index]

    def test_rows_follow_each_other(self):
        states = motion_of("delta")
        self.assertEqual(len(list(states)), 3)
        for k, row in enumerate(states):
            self.same(row, bits(states), k)
        with self.assertRaises(TypeError):
            iter(states[0, 0]), list(states[0, 0])
        self.assertEqual(list(states[:0]), [])

    def test_forces_of_a_slice_are_a_slice_of_the_forces(self):
        model = robot("delta")
        motion = jourdain.PlatformState(model.home_pose, twist=[0.1, 0, 0, 0, 0, 0])[None][[0, 0, 0]]
        numpy.testing.assert_array_equal(model.inverse_dynamics(motion)[1], model.inverse_dynamics(motion[1]))


class Pickles(unittest.TestCase):
    def test_states_keep_every_bit(self):
        for states in (motion_of("delta"), motion_of("delta")[0, 0], motion_of("delta")[:0],
                       jourdain.MotorState(RNG.standard_normal((3, 4, 6)), RNG.standard_normal((3, 4, 6)))):
            again = pickle.loads(pickle.dumps(states))
            self.assertEqual(again.shape, states.shape)
            for a, b in zip(bits(again), bits(states)):
                numpy.testing.assert_array_equal(a, b)

    def test_every_robot_of_the_catalogue(self):
        for name in NAMES:
            with self.subTest(name=name):
                model = robot(name)
                again = pickle.loads(pickle.dumps(model))
                self.assertEqual(again.model_text, model.model_text)
                numpy.testing.assert_array_equal(again.home_motors, model.home_motors)
                self.assertEqual(again.dynamics_method, model.dynamics_method)

    def test_other_processes_compute_the_same(self):
        model = robot("palida")
        motion = jourdain.PlatformState(jourdain.PlatformState(model.home_pose).coordinates + 0.01 * RNG.standard_normal((40, 6)))
        here = model.inverse_dynamics(motion)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            there = list(pool.map(forces, [(model, motion[:20]), (model, motion[20:])]))
        numpy.testing.assert_array_equal(numpy.concatenate(there), here)


class Changes(unittest.TestCase):
    def test_they_are_those_of_the_command_line(self):
        model = robot("delta")
        heavy = model.changed({"m.arm": 0.3}, payload=[0.5, 0, 0, -0.02])
        answer = jourdain.ask("sizing", "delta", set="m.arm=300 g", payload="0.5 kg, 0, 0, -20 mm")
        numpy.testing.assert_array_equal(heavy.ask("sizing").table("at_joint")["peak_force"], answer.table("at_joint")["peak_force"])
        self.assertEqual(model.inertial("leg1.arm")["mass"], robot("delta").inertial("leg1.arm")["mass"])

    def test_mistakes_are_told(self):
        with self.assertRaisesRegex(jourdain.Error, "parameter of the file"):
            robot("delta").changed({"L_B": "410 mm"})
        with self.assertRaisesRegex(jourdain.Error, "m.rm|did you mean|there is no"):
            robot("delta").changed({"m.rm": 1})
        with self.assertWarns(jourdain.ModelWarning):
            robot("delta").changed({"m.arm": 5000})


if __name__ == "__main__":
    unittest.main()

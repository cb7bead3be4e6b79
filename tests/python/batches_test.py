"""Many states at once: the same numbers as one by one, whatever the number of threads, and the interpreter goes on."""

import os
import threading
import time
import unittest

import jourdain
import numpy
from support import NAMES, is_driven, robot, states_near_home


def arrays(states):
    """The class of the states and the arrays that make them."""
    if isinstance(states, jourdain.PlatformState):
        return jourdain.PlatformState, (states.coordinates, states.twist, states.acceleration)
    return jourdain.MotorState, (states.position, states.velocity, states.acceleration)


class Batches(unittest.TestCase):
    def test_rows_are_single_states(self):
        for name in NAMES:
            model = robot(name)
            if not is_driven(model):
                continue
            states = states_near_home(model, 5)
            with self.subTest(robot=name):
                make, parts = arrays(states)
                forces = model.inverse_dynamics(make(*parts))
                one_by_one = [model.inverse_dynamics(make(*(part[i] for part in parts))) for i in range(5)]
                numpy.testing.assert_array_equal(forces, one_by_one)

    def test_any_number_of_threads_gives_the_same_bits(self):
        for name in ("hexapod", "delta", "3rps", "gearshift"):
            model = robot(name)
            states = states_near_home(model, 1000)
            with self.subTest(robot=name):
                first = model.inverse_dynamics(states, threads=1)
                for threads in (2, 5):
                    numpy.testing.assert_array_equal(model.inverse_dynamics(states, threads=threads), first)

    def test_a_state_does_not_depend_on_the_state_before(self):
        for name in ("3rrr", "five-bar", "delta", "palida", "3rps"):
            model = robot(name)
            states = states_near_home(model, 400)
            make, parts = arrays(states)
            states, back = make(*parts), make(*(part[::-1] for part in parts))
            with self.subTest(robot=name):
                for call in (model.inverse_dynamics, model.joint_positions):
                    numpy.testing.assert_array_equal(call(back, threads=2), call(states, threads=1)[::-1])

    def test_leading_dimensions_stay(self):
        model = robot("hexapod")
        states = states_near_home(model, 12)
        make, parts = arrays(states)
        states, folded = make(*parts), make(*(part.reshape(3, 4, 6) for part in parts))
        self.assertEqual(folded.shape, (3, 4))
        flat = model.inverse_dynamics(states)
        numpy.testing.assert_array_equal(model.inverse_dynamics(folded).reshape(12, 6), flat)
        self.assertEqual(model.mass_matrix(folded).shape, (3, 4, 6, 6))
        none = jourdain.PlatformState(numpy.zeros((0, 6)))
        self.assertEqual(model.inverse_dynamics(none).shape, (0, 6))

    def test_generated_code_is_the_library(self):
        names = ("hexapod", "five-bar", "delta", "hexaglide")
        for name in names if "JOURDAIN_FULL_TESTS" in os.environ else names[:2]:
            model = robot(name)
            fast = jourdain.compile(model, ["inverse_dynamics", "regressor", "mass_matrix"])
            if not fast.is_compiled:
                self.skipTest(fast.note)
            states = states_near_home(model, 300)
            with self.subTest(robot=name):
                forces = model.inverse_dynamics(states)
                numpy.testing.assert_allclose(fast.inverse_dynamics(states), forces, atol=1e-9 * numpy.abs(forces).max())
                base = jourdain.find_base_parameters(jourdain.LinearForm(model))
                Y = base.form.regressor(states)
                numpy.testing.assert_allclose(fast.regressor(states), Y, atol=1e-9 * numpy.abs(Y).max())
                M = model.mass_matrix(states)
                numpy.testing.assert_allclose(fast.mass_matrix(states), M, atol=1e-9 * numpy.abs(M).max())

    def test_other_threads_of_python_go_on(self):
        """While a batch runs, another thread gets its turns; on a busy machine only longer batches show it."""
        model = robot("hexapod")
        turns = 0
        for count in (60_000, 240_000, 960_000):
            states = states_near_home(model, count)
            done = threading.Event()
            worker = threading.Thread(target=lambda: (model.inverse_dynamics(states, threads=1), done.set()))
            worker.start()
            turns = 0
            while not done.is_set():
                time.sleep(0.001)
                turns += 1
            worker.join()
            if turns > 3:
                return
        self.fail(f"the interpreter stood still: {turns} turns of another thread")

    def test_rows_without_an_answer_are_named_or_marked(self):
        model = robot("hexapod")
        states = states_near_home(model, 10)
        pose = states.coordinates
        pose[[3, 7], 2] = 1e9
        bad = jourdain.PlatformState(pose)
        with self.assertRaisesRegex(jourdain.Error, r"row 3: .*2 of 10 rows") as caught:
            model.inverse_dynamics(bad)
        self.assertEqual(caught.exception.kind, "numerical")
        forces = model.inverse_dynamics(bad, errors="nan")
        self.assertEqual(list(numpy.flatnonzero(numpy.isnan(forces).any(axis=1))), [3, 7])

    def test_a_report_tells_what_became_of_each_row(self):
        for name in ("hexapod", "3rps"):
            model = robot(name)
            states = states_near_home(model, 300)
            pose = states.coordinates
            pose[[3, 277], 2] = 1e9
            bad = jourdain.PlatformState(pose.reshape(30, 10, 6), states.twist.reshape(30, 10, 6), states.acceleration.reshape(30, 10, 6))
            report = jourdain.RowReport()
            for threads in (1, 4):
                forces = model.inverse_dynamics(bad, errors=report, threads=threads)
                self.assertTrue(numpy.array_equal(forces, model.inverse_dynamics(bad, errors="nan"), equal_nan=True))
                self.assertEqual((report.refused, report.ok.shape, report.status.shape), (2, (30, 10), (30, 10)))
                self.assertTrue(numpy.array_equal(report.ok, ~numpy.isnan(forces).any(axis=-1)))
                self.assertEqual({str(word) for word in report.status[report.ok]}, {"ok"})
                for word in report.status[~report.ok]:
                    self.assertIn(word, ("unreachable", "not_converged", "singular"))
                self.assertIn(report.reason, self.refusal(model, bad))
            with self.assertWarns(jourdain.LimitWarning):
                robot("palida").inverse_dynamics(jourdain.PlatformState([[0, 0, -0.78, 0, 0, 0], [0, 0, 2.6, 0, 0, 0]]), errors=report)
            self.assertEqual((report.refused, report.beyond, report.reason), (0, 1, ""))

    def refusal(self, model, states):
        with self.assertRaises(jourdain.Error) as caught:
            model.inverse_dynamics(states)
        return str(caught.exception)

    def test_a_path_follows_a_branch(self):
        """Rows of a path start where the one before ended; alone they start at home."""
        model = robot("delta")
        t = numpy.linspace(0, 1, 50)
        motors = jourdain.MotorState(model.home_motors + 0.4 * numpy.outer(t, [1, -0.5, 0.3]))
        path = model.forward_kinematics(motors, path=True)
        alone = model.forward_kinematics(motors)
        numpy.testing.assert_allclose(path.position, alone.position, atol=1e-9)


if __name__ == "__main__":
    unittest.main()

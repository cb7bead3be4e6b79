"""What is given to the package: shapes, types, strides, read-only arrays and numbers that are none."""

import math
import pathlib
import tempfile
import unittest
import warnings

import jourdain
import numpy
from support import robot

MODEL = pathlib.Path(__file__).resolve().parents[2] / "models" / "five-bar.yaml"


class Arguments(unittest.TestCase):
    def setUp(self):
        self.robot = robot("hexapod")
        self.pose = jourdain.PlatformState(self.robot.home_pose).coordinates

    def test_states_say_what_they_are(self):
        self.assertEqual(repr(jourdain.PlatformState(self.pose)), "<jourdain.PlatformState: one state>")
        self.assertEqual(repr(jourdain.MotorState(numpy.zeros((4, 6)))), "<jourdain.MotorState: states (4,)>")

    def test_a_wrong_shape_is_told_with_the_expected_one(self):
        for pose in (numpy.zeros(5), numpy.zeros((3, 5)), 1.0, numpy.zeros((4, 3)), numpy.zeros((2, 3, 4)), []):
            with self.assertRaisesRegex(ValueError, r"pose: expected an array of shape \(\.\.\., 6\)"):
                jourdain.PlatformState(pose)
        with self.assertRaisesRegex(ValueError, r"twist: expected an array of shape \(6,\)"):
            jourdain.PlatformState(self.pose, twist=numpy.zeros(5))
        with self.assertRaisesRegex(ValueError, r"twist: .*\(3, 6\) or \(6,\), found \(2, 6\)"):
            jourdain.PlatformState(numpy.zeros((3, 6)), twist=numpy.zeros((2, 6)))
        with self.assertRaisesRegex(ValueError, r"velocity: .*\(3, 6\)"):
            jourdain.MotorState(numpy.zeros((3, 6)), numpy.zeros((3, 5)))
        with self.assertRaisesRegex(ValueError, "6 motors, the MotorState has 5"):
            self.robot.inverse_dynamics(jourdain.MotorState(numpy.zeros(5)))
        with self.assertRaisesRegex(ValueError, r"forces: .*\(6,\), found \(7,\)"):
            self.robot.forward_dynamics(jourdain.PlatformState(self.pose), numpy.zeros(7))

    def test_types_that_are_no_real_numbers_are_refused(self):
        for bad in (numpy.zeros(6, complex), numpy.zeros(6, bool), numpy.array(list("abcdef")), [None] * 6,
                    numpy.zeros(6, object), numpy.zeros(6, numpy.longdouble)):
            with self.assertRaisesRegex(TypeError, "pose: expected real numbers"):
                jourdain.PlatformState(bad)
        with self.assertRaisesRegex(ValueError, "pose: expected an array of numbers"):
            jourdain.PlatformState([[0, 0], [0]])

    def test_other_widths_and_orders_of_bytes_are_converted(self):
        pose = numpy.round(self.pose * 1024) / 1024
        exact = jourdain.PlatformState(pose).coordinates
        for kind in ("float32", ">f8", "<f4"):
            numpy.testing.assert_array_equal(jourdain.PlatformState(pose.astype(kind)).coordinates, exact)
        self.assertEqual(jourdain.PlatformState([0, 0, 1, 0, 0, 0]).position[2], 1.0)

    def test_strides_and_read_only_arrays_do(self):
        rows = numpy.tile(self.pose, (8, 1)) + 1e-3 * numpy.arange(8)[:, None]
        expected = self.robot.inverse_dynamics(jourdain.PlatformState(rows))
        views = {
            "fortran": numpy.asfortranarray(rows),
            "every other": numpy.repeat(rows, 2, axis=0)[::2],
            "backwards": rows[::-1][::-1],
            "columns": numpy.hstack([rows, rows])[:, :6],
            "broadcast": None,
        }
        rows.setflags(write=False)
        views["read-only"] = rows
        del views["broadcast"]
        for name, view in views.items():
            with self.subTest(name):
                numpy.testing.assert_array_equal(self.robot.inverse_dynamics(jourdain.PlatformState(view)), expected)
        one = numpy.broadcast_to(self.pose, (5, 6))
        self.assertEqual(jourdain.PlatformState(one).shape, (5,))

    def test_states_are_copies(self):
        pose = self.pose.copy()
        motion = jourdain.PlatformState(pose)
        pose[:] = 7
        self.assertNotEqual(motion.position[0], 7)
        motion.pose[:] = 7
        self.assertNotEqual(motion.position[0], 7)

    def test_numbers_must_be_finite(self):
        for bad in (math.nan, math.inf, -math.inf):
            pose = numpy.tile(self.pose, (3, 1))
            pose[1, 4] = bad
            with self.assertRaisesRegex(ValueError, r"pose: expected finite numbers, found (nan|inf) at \(1, 4\)"):
                jourdain.PlatformState(pose)
        with self.assertRaisesRegex(ValueError, "finite"):
            self.robot.forward_dynamics(jourdain.PlatformState(self.pose), [0, 0, 0, 0, 0, math.nan])

    def test_poses_must_be_rotations(self):
        matrix = self.robot.home_pose
        matrix[0, 0] *= 1.01
        with self.assertRaisesRegex(ValueError, "rotation within 1e-6"):
            jourdain.PlatformState(matrix)
        with self.assertRaisesRegex(ValueError, "quaternion"):
            jourdain.PlatformState([0, 0, 0, 1, 1, 0, 0])

    def test_three_ways_to_write_a_pose_agree(self):
        coordinates = numpy.array([[0.1, 0.2, 0.9, 0.3, -0.2, 0.5], [0, 0.1, 1, 0.1, 0.2, -0.4]])
        motion = jourdain.PlatformState(coordinates)
        again = jourdain.PlatformState(motion.pose)
        quaternion = jourdain.PlatformState(numpy.hstack([motion.position, motion.quaternion]))
        for other in (again, quaternion):
            numpy.testing.assert_allclose(other.coordinates, coordinates, atol=1e-14)

    def test_words_are_checked(self):
        motion = jourdain.PlatformState(self.pose)
        for call in (lambda: self.robot.inverse_dynamics(motion, "newton"),
                     lambda: self.robot.inverse_dynamics(motion, errors="ignore"),
                     lambda: self.robot.mass_matrix(motion, "joints"),
                     lambda: self.robot.body_pose(motion, "no body"),
                     lambda: self.robot.inverse_dynamics(motion, loads={"nobody": numpy.zeros(6)}),
                     lambda: self.robot.run_closed_loop("pdd", self.robot.load_motion("hold duration=1s")),
                     lambda: jourdain.LinearForm(self.robot, friction="some")):
            with self.assertRaisesRegex(ValueError, "expected one of"):
                call()
        with self.assertRaises(ValueError):
            self.robot.inverse_dynamics(motion, threads=-1)

    def test_errors_of_the_library_keep_their_text(self):
        with self.assertRaises(jourdain.Error) as caught:
            jourdain.from_text("jourdain: 1\nname: x\nbodies: {a: {mas: 1 kg}}\n", "my.yaml")
        error = caught.exception
        self.assertEqual(error.kind, "input")
        self.assertIn("my.yaml:3:", str(error))
        self.assertTrue(any(line == 3 for line, *_ in error.diagnostics))
        with self.assertRaisesRegex(jourdain.Error, "did you mean 'hexapod'"):
            jourdain.load("hexapot")
        with self.assertRaisesRegex(jourdain.Error, "there is no such file"):
            jourdain.load(pathlib.Path("/nowhere/x.yaml"))

    def test_what_the_command_line_refuses_is_refused(self):
        with self.assertRaisesRegex(jourdain.Error, "rx of the motion or its rate contradicts the mechanism by 0.5"):
            jourdain.load("delta").inverse_dynamics(jourdain.PlatformState([0, 0, -0.3, 0.5, 0, 0]))
        text = MODEL.read_text()
        with self.assertRaisesRegex(jourdain.Error, "home misses the assembly hint of the output"):
            jourdain.from_text(text.replace("end_point: [0, 350 mm, 0]", "end_point: [0, 550 mm, 0]"), "mine.yaml")

    def test_suspicious_models_are_warned_of(self):
        with self.assertWarnsRegex(jourdain.ModelWarning, r"^mine.yaml:\d+:\d+: "):
            suspicious = jourdain.from_text(MODEL.read_text().replace("-9.81", "-9810"), "mine.yaml")
        self.assertGreater(len(suspicious.warnings), 0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(jourdain.load("five-bar").warnings, [])

    def test_states_beyond_limits_are_marked(self):
        palida = jourdain.load("palida")
        with self.assertWarnsRegex(jourdain.LimitWarning, "slide|alpha|ball|beta"):
            palida.inverse_dynamics(jourdain.PlatformState([0, 0, 2.6, 0, 0, 0]))
        with self.assertWarnsRegex(jourdain.LimitWarning, r"row 1: beyond a limit: leg\d\.\w+ at .* (mm|deg), allowed .* beyond"):
            palida.inverse_kinematics(jourdain.PlatformState([[0, 0, -0.78, 0, 0, 0], [0, 0, 2.6, 0, 0, 0]]))

    def test_a_file_and_its_text_are_the_same_robot(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "again.yaml"
            path.write_text(self.robot.model_text)
            self.assertEqual(jourdain.load(path).model_text, self.robot.model_text)
        self.assertEqual(jourdain.from_text(self.robot.model_text).model_text, self.robot.model_text)

    def test_states_of_the_wrong_kind_are_refused(self):
        with self.assertRaises(TypeError):
            self.robot.inverse_kinematics(jourdain.MotorState(self.robot.home_motors))
        with self.assertRaises(TypeError):
            self.robot.inverse_dynamics(self.pose)
        with self.assertRaisesRegex(ValueError, "no output"):
            robot("bricard").inverse_dynamics(jourdain.PlatformState(self.pose))


if __name__ == "__main__":
    unittest.main()

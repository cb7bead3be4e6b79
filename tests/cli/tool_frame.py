"""The tool frame through the command line."""

from program import ProgramTest, distance

POSE, TWIST, CHANGE = "0.05,-0.03,1.05,0.1,0.05,-0.1", "0.1,0.2,-0.3,0.4,-0.5,0.6", "1,-2,3,-4,5,-6"


def listed(joints, key):
    return ",".join(repr(joint[key]) for joint in joints)


class ToolFrame(ProgramTest):
    def test_fk_tells_what_ik_was_told(self):
        joints = self.run_json("ik", "hexapod", "--at", "tool", "--pose", POSE, "--twist", TWIST, "--acceleration", CHANGE)["tables"]["joints"]["rows"]
        arguments = ("fk", "hexapod", "--joints", listed(joints, "position"), "--rates", listed(joints, "rate"),
                     "--accelerations", listed(joints, "acceleration"))
        answer = self.run_json(*arguments, "--at", "tool")
        self.assertIn("tool frame", answer["title"])
        pose, twist, change = ([float(value) for value in text.split(",")] for text in (POSE, TWIST, CHANGE))
        for part, given, tolerance in (("pose", pose, 1e-9), ("twist", twist, 1e-9), ("acceleration", change, 1e-8)):
            self.assertLess(distance(self.fact(answer, part, "state").values(), given), tolerance)
        output, tool = (list(self.fact(each, "pose", "state").values())[:3] for each in (self.run_json(*arguments), answer))
        self.assertAlmostEqual(distance(output, tool), 0.12, delta=1e-12)

    def test_files_of_fk_are_read_by_ik(self):
        self.write("path.csv", f"x,y,z,rx,ry,rz\n{POSE}\n0.06,-0.03,1.05,0.1,0.05,-0.1\n")
        self.run_program("ik", "hexapod", "--at", "tool", "--poses", "path.csv", "--out", "joints.csv")
        self.run_program("fk", "hexapod", "--at", "tool", "--in", "joints.csv", "--out", "poses.csv")
        table = self.table("poses.csv")
        self.assertLess(distance(table["x"], [0.05, 0.06]), 1e-9)
        self.assertLess(distance(table["z"], [1.05, 1.05]), 1e-9)

    def test_a_mechanism_without_output_has_none(self):
        self.refused(2, "--at tool: 'four-bar' has no platform", "fk", "four-bar", "--at", "tool")

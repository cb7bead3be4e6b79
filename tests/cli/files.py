"""Files in and out: states, joints, maps."""

import itertools
import math
import os
import re
import xml.etree.ElementTree

from program import ProgramTest, distance

PATH = "t,x,y,z,vx,vy,vz,ax,ay,az\n" + "".join(
    f"{0.1 * k:.1f},{0.004 * k},{-0.003 * k},{-0.3 - 0.002 * k},0.04,-0.03,-0.02,0,0,0.1\n" for k in range(12))


class Files(ProgramTest):
    def test_poses_to_joints_and_back(self):
        self.write("path.csv", PATH)
        self.assertIn("12 states", self.run_program("ik", "delta", "--poses", "path.csv", "--out", "joints.csv").stdout)
        joints = self.table("joints.csv")
        self.assertEqual(list(joints)[:4], ["t", "leg1.motor", "leg2.motor", "leg3.motor"])
        self.assertIn("leg2.motor_dd", joints)
        self.run_program("fk", "delta", "--in", "joints.csv", "--out", "poses.csv")
        wanted, found = self.table("path.csv"), self.table("poses.csv")
        for name, values in wanted.items():
            self.assertLess(distance(values, found[name]), 1e-9, name)
        # The poses of fk are states that ik reads, quaternions and all.
        self.run_program("ik", "delta", "--poses", "poses.csv", "--out", "again.csv")
        for name, values in joints.items():
            self.assertLess(distance(values, self.table("again.csv")[name]), 1e-8, name)

    def test_without_out_the_table_is_printed(self):
        self.write("path.csv", PATH)
        text = self.run_program("ik", "delta", "--poses", "path.csv").stdout
        self.run_program("ik", "delta", "--poses", "path.csv", "--out", "joints.csv")
        self.assertEqual(text, (self.folder / "joints.csv").read_text())
        answer = self.run_json("ik", "delta", "--poses", "path.csv")
        self.assertEqual(self.fact(answer, "states"), 12)
        self.assertEqual(self.columns(answer), self.table("joints.csv"))

    def test_columns_come_in_any_order_with_mark_and_crlf(self):
        self.write("path.csv", "x,y,z\n0.01,0.02,-0.3\n")
        plain = self.run_program("ik", "delta", "--poses", "path.csv").stdout
        self.write("windows.csv", b"\xef\xbb\xbf" + b"z,\"x\",y\r\n-0.3,0.01,0.02\r\n\r\n")
        self.assertEqual(self.run_program("ik", "delta", "--poses", "windows.csv").stdout, plain)

    def test_all_joints_are_columns(self):
        self.write("path.csv", "x,y,z\n0.01,0.02,-0.3\n")
        self.run_program("ik", "delta", "--poses", "path.csv", "--out", "all.csv", "--all")
        self.assertIn("leg3.fore.b.2", self.table("all.csv"))

    def test_lower_mobility_takes_its_moves_and_checks_the_rest(self):
        self.write("tilt.csv", "z,rx,ry\n0.52,0.1,0.05\n")
        self.run_program("ik", "3rps", "--poses", "tilt.csv", "--out", "joints.csv")
        self.run_program("fk", "3rps", "--in", "joints.csv", "--out", "full.csv")
        self.run_program("ik", "3rps", "--poses", "full.csv")
        self.write("wrong.csv", "x,z,rx,ry\n0.1,0.52,0.1,0.05\n")
        self.refused(3, "wrong.csv:2: error: x = 0.1 contradicts the mechanism", "ik", "3rps", "--poses", "wrong.csv")

    def test_wrong_tables_name_file_line_and_column(self):
        header = "t,x,y,z\n"
        for part, text in {
                "missing column 'z'": "t,x,y\n0,0,0\n",
                "unknown column: 'zz' (did you mean 'z'?)": "x,y,zz\n0,0,-0.3\n",
                "bad.csv:3: error: column 'y': expected a finite number, found 'nan'": header + "0,0,0,-0.3\n1,0,nan,-0.3\n",
                "column 'x': expected a number, found 'abc'": header + "0,abc,0,-0.3\n",
                "the row has 3 cells, expected 4": header + "0,0,0\n",
                "bad.csv:3: column 't': the time must rise": header + "1,0,0,-0.3\n1,0,0,-0.3\n",
                "the quaternion has the length 1.1": "x,y,z,qw,qx,qy,qz\n0,0,-0.3,1.1,0,0,0\n",
                "missing columns 'qy', 'qz'": "x,y,z,qw,qx\n0,0,-0.3,1,0\n",
                "as quaternion or as angles": "x,y,z,qw,qx,qy,qz,rx\n0,0,-0.3,1,0,0,0,0\n",
                "missing column 'vy'": "x,y,z,vx,vz\n0,0,-0.3,0,0\n",
                "accelerations but no velocities": "x,y,z,ax,ay,az\n0,0,-0.3,0,0,0\n",
                "no rows": header,
                "is empty": "",
        }.items():
            with self.subTest(part=part):
                self.write("bad.csv", text)
                self.refused(3, part, "ik", "delta", "--poses", "bad.csv", "--out", "out.csv")
        self.refused(3, "no such file", "ik", "delta", "--poses", "none.csv")
        self.refused(3, "folder", "ik", "delta", "--poses", ".")
        self.write("bad.csv", os.urandom(5000) + b"\0")
        self.refused(3, "bad.csv", "ik", "delta", "--poses", "bad.csv")
        self.assertFalse((self.folder / "out.csv").exists())

    def test_wrong_joint_tables(self):
        self.write("bad.csv", "leg1.motor,leg2.motor\n0,0\n")
        self.refused(3, "missing column 'leg3.motor'", "fk", "delta", "--in", "bad.csv")
        self.write("bad.csv", "leg1.motor,leg2.motor,leg3.motr\n0,0,0\n")
        self.refused(3, "did you mean 'leg3.motor'?", "fk", "delta", "--in", "bad.csv")

    def test_a_failing_command_leaves_files_alone(self):
        self.write("out.csv", "precious\n")
        self.write("path.csv", "x,y,z\n0,0,-0.3\n0,0,-5\n")
        self.refused(4, "path.csv:3: unreachable", "ik", "delta", "--poses", "path.csv", "--out", "out.csv")
        self.write("joints.csv", "leg1.motor,leg2.motor,leg3.motor\n0,0,0\nnan,0,0\n")
        self.refused(3, "joints.csv:3", "fk", "delta", "--in", "joints.csv", "--out", "out.csv")
        self.refused(3, "there is no folder", "workspace", "five-bar", "--grid", "5", "--out", "out.csv", "--picture", "no/p.svg")
        self.assertEqual((self.folder / "out.csv").read_text(), "precious\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["joints.csv", "out.csv", "path.csv"])

    def test_unwritable_places_are_named(self):
        self.write("path.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(3, "is a folder", "ik", "delta", "--poses", "path.csv", "--out", ".")
        self.refused(3, "there is no folder 'none'", "ik", "delta", "--poses", "path.csv", "--out", "none/x.csv")

    def test_events_on_the_path_are_warnings(self):
        rows = "".join(f"0,0,{-0.6 - 0.1 * k},0,0,0\n" for k in range(8))
        self.write("path.csv", "x,y,z,rx,ry,rz\n" + rows)
        result = self.run_program("ik", "palida", "--poses", "path.csv", "--out", "out.csv", code=1)
        self.assertRegex(result.stderr, r"warning: path\.csv:\d+: limit: leg\d\.slide at")
        self.assertEqual(len(self.table("out.csv")["leg1.slide"]), 8)
        self.run_program("ik", "palida", "--poses", "path.csv", "--out", "out.csv", "--no-path-check")


class WorkspaceMap(ProgramTest):
    def test_volume_and_what_fits_into_it(self):
        answer = self.run_json("workspace", "delta", "--grid", "15", "--volume")
        size, uncertainty, inside, low, high = (self.fact(answer, key, "volume") for key in ("size", "uncertainty", "cylinder", "cuboid_from", "cuboid_to"))
        self.assertGreater(size, 0.03)
        self.assertLess(uncertainty, size)
        cylinder = math.pi * inside["radius"] ** 2 * inside["height"]
        cuboid = math.prod(high[axis] - low[axis] for axis in "xyz")
        for volume in (cylinder, cuboid):
            self.assertTrue(0 < volume < size)
        # All corners of the cuboid are poses within limits.
        for corner in itertools.product(*zip(low.values(), high.values())):
            self.run_program("ik", "delta", "--pose=" + ",".join(map(repr, corner)))
        text = self.run_program("workspace", "five-bar", "--grid", "15", "--volume").stdout
        for word in ("largest disc", "largest rectangle", "cm^2"):
            self.assertIn(word, text)
        self.refused(2, "--axis goes with --volume", "workspace", "delta", "--axis", "x")
        self.refused(2, "has no cylinder", "workspace", "five-bar", "--grid", "15", "--volume", "--axis", "x")
        self.refused(2, "no volume", "workspace", "gearshift", "--grid", "5", "--volume")

    def test_pictures_show_the_robot(self):
        self.run_program("workspace", "five-bar", "--grid", "21", "--picture", "w.svg")
        self.assertIn("clip-path=\"url(#frame)\"", (self.folder / "w.svg").read_text())
        self.run_program("workspace", "gearshift", "--grid", "5", "--picture", "g.svg")
        self.assertNotIn("clip-path", (self.folder / "g.svg").read_text())

    def test_table_and_picture(self):
        arguments = ("workspace", "five-bar", "--grid", "21x15", "--out", "s.csv", "--picture", "s.svg")
        self.assertIn("written: s.svg", self.run_program(*arguments).stdout)
        lines = (self.folder / "s.csv").read_text().splitlines()
        self.assertEqual(lines[0], "x,y,state,type1,type2,constraint,margin")
        self.assertEqual(len(lines), 1 + 21 * 15)
        states = {line.split(",")[2] for line in lines[1:]}
        self.assertLessEqual(states, {"ok", "limit", "behind", "singular", "unreachable"})
        picture = (self.folder / "s.svg").read_text()
        xml.etree.ElementTree.fromstring(picture)
        self.assertLess(len(picture), 100000)
        self.assertNotRegex(picture, re.compile("href|nan|script", re.IGNORECASE))

    def test_counts_agree_with_the_table(self):
        answer = self.run_json("workspace", "3rps", "--plane", "rx,ry", "--grid", "9", "--out", "s.csv")
        rows = (self.folder / "s.csv").read_text().splitlines()[1:]
        cells = self.by_name(answer, "cells", by="state")
        self.assertEqual(list(cells), ["ok", "limit", "behind", "singular", "unreachable"])
        for state, cell in cells.items():
            self.assertEqual(sum(row.split(",")[2] == state for row in rows), cell["count"])
        self.assertAlmostEqual(self.fact(answer, "reachable_share", "slice"), cells["ok"]["count"] / 81)

    def test_ranges_have_units_and_hold_the_rest(self):
        answer = self.run_json("workspace", "delta", "--plane", "x,z", "--range", "-100 mm,100 mm,-0.4,-0.3", "--at", "y=20 mm",
                               "--grid", "5x3", "--show", "margin", "--picture", "s.svg")
        self.assertEqual(self.fact(answer, "plane", "slice"), "x,z")
        self.assertEqual(self.fact(answer, "up", "slice"), {"from": -0.4, "to": -0.3, "cells": 3})
        self.assertAlmostEqual(self.fact(answer, "held", "slice")["y"], 0.02)
        self.assertIn("y = 20 mm held", (self.folder / "s.svg").read_text())

    def test_out_of_reach_is_a_bad_result(self):
        self.run_program("workspace", "delta", "--range", "3,4,3,4", "--grid", "5", "--picture", "s.svg", code=1)
        xml.etree.ElementTree.parse(self.folder / "s.svg")

    def test_nonsense_is_a_usage_error(self):
        for part, arguments in {
                "choose two of x, y, z": ("--plane", "x,rz"),
                "no coordinate": ("--plane", "x,q"),
                "two coordinates": ("--plane", "x"),
                "must differ": ("--plane", "x,x"),
                "four values": ("--range", "0,1"),
                "must rise": ("--range", "1,0,0,1"),
                "--grid": ("--grid", "0x5"),
                "--grid: 'abc'": ("--grid", "abc"),
                "--show": ("--show", "type3"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "workspace", "delta", *arguments)
        self.refused(2, "no platform or end point", "workspace", "four-bar")

"""Pages in Debian's chromium, as a reader sees them: plots have data, the slider moves the robot, tables sort, nothing
is fetched, nothing complains. A short run by default; JOURDAIN_FULL_TESTS=1 opens the study of the hexapod and a view of
every robot. Screenshots go to JOURDAIN_SCREENSHOTS."""

import base64
import json
import os
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver import ActionChains
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None

FULL = bool(os.environ.get("JOURDAIN_FULL_TESTS"))
SCREENSHOTS = os.environ.get("JOURDAIN_SCREENSHOTS")
# The browser draws 3D without a graphics card and asks nobody for anything.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
         "--force-device-scale-factor=1"]


def program():
    return os.environ["JOURDAIN"]


def listed_joints(answer):
    """Joints of ik or fk with all their coordinates; quaternions of ball joints."""
    joints = {}
    for row in answer["tables"]["joints"]["rows"]:
        joint = joints.setdefault(row["joint"], {"joint": row["joint"], "type": row["type"], "position": []})
        if row["quaternion"]:
            joint["position"] = list(row["quaternion"].values())
        elif row["type"] != "spherical":
            joint["position"].append(row["position"])
    return list(joints.values())


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="jourdain-pages-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        for flag in FLAGS + ["--user-data-dir=" + os.path.join(cls.folder, "profile")]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def make(self, *arguments):
        subprocess.run([program(), *arguments], check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    # Opens a page of the folder at a width, and waits until all is drawn.
    def open(self, name, width=1400, height=1000, dark=False):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                     {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.browser.get("file://" + os.path.join(self.folder, name))
        WebDriverWait(self.browser, 30).until(lambda b: b.execute_script("return document.readyState") == "complete")
        self.settle()

    # Two pictures of the screen later everything that was asked for is drawn.
    def settle(self):
        self.browser.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));")

    def shoot(self, name, whole=False):
        if not SCREENSHOTS:
            return
        pathlib.Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        height = self.js("return document.documentElement.scrollHeight") if whole else self.js("return innerHeight")
        shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": whole, "clip": {"x": 0, "y": 0, "width": self.js("return innerWidth"), "height": min(height, 12000), "scale": 1}})
        pathlib.Path(SCREENSHOTS, name + ".png").write_bytes(base64.b64decode(shot["data"]))

    def check_quiet(self):
        complaints = [entry["message"] for entry in self.browser.get_log("browser")
                      if entry["level"] == "SEVERE" or (entry["source"] in ("console-api", "javascript", "security") and entry["level"] == "WARNING")]
        self.assertEqual(complaints, [])
        asked = set()
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            # The browser's own start page does not count.
            if message["method"] == "Network.requestWillBeSent" and message["params"]["documentURL"].startswith("file:"):
                asked.add(message["params"]["request"]["url"].split(":")[0])
        self.assertLessEqual(asked, {"file", "data", "blob"}, "a request left the page")

    def check_fits(self):
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), self.js("return innerWidth"))

    # How many pixels of an element's canvases are not the ground's colour.
    def ink(self, selector):
        return self.js("""
            return [...document.querySelectorAll(arguments[0])].map((canvas) => {
              const copy = document.createElement("canvas");
              copy.width = canvas.width; copy.height = canvas.height;
              const context = copy.getContext("2d");
              context.drawImage(canvas, 0, 0);
              const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
              let count = 0;
              for (let k = 3; k < pixels.length; k += 4) if (pixels[k] > 0) count += 1;
              return count;
            });""", selector)

    def check_slider(self):
        move = """const slider = document.querySelector('.transport input'); slider.value = arguments[0];
                  slider.dispatchEvent(new Event('input')); return robotScenes[0].frame;"""
        picture = "return robotScenes[0].renderer.domElement.toDataURL();"
        place = "return robotScenes[0].bodies.map((body) => [...body.position.toArray(), ...body.quaternion.toArray()]).flat();"
        self.assertEqual(self.js(move, 0), 0)
        self.settle()
        first, start = self.js(picture), self.js(place)
        frames = self.js("return robotScenes[0].data.frames.length")
        self.assertEqual(self.js(move, frames // 4), frames // 4)
        self.settle()
        self.assertNotEqual(self.js(picture), first)
        self.assertGreater(max(abs(a - b) for a, b in zip(self.js(place), start)), 1e-4)

    def check_view(self, robot):
        name = f"view-{robot}.html"
        self.make("view", robot, "--out", name)
        self.open(name)
        self.assertGreater(min(self.ink(".stage canvas")), 2000)
        self.shoot(f"view-{robot}")
        before = self.js("return robotScenes[0].dragger.at")
        self.js("""const {input} = robotScenes[0].dragger.inputs.find(({input}) => !input.disabled);
                   input.value = Number(input.min) + 0.7 * (input.max - input.min); input.dispatchEvent(new Event('input'));""")
        self.assertNotEqual(self.js("return robotScenes[0].dragger.at"), before)
        self.check_quiet()

    def test_study(self):
        robot = "hexapod" if FULL else "five-bar"
        self.make("study", robot, "--out", "study")
        self.open("study/report.html")
        # Curves are drawn when they come into sight.
        drawn, panels = self.js("return [graphs.length, waiting.size]")
        self.assertGreater(panels, 0)
        self.js("[...waiting.keys()].forEach(drawPanel)")
        self.settle()
        self.assertEqual(self.js("return graphs.length"), drawn + panels)
        self.assertGreater(drawn + panels, 4)
        # Every curve has at least two numbers at each axis.
        labels = "return graphs.map((g) => Math.min(...['x', 'y'].map((axis) => g.maindiv_.querySelectorAll(`.dygraph-axis-label-${axis}`).length)))"
        self.assertGreater(min(self.js(labels)), 1)
        self.assertGreater(self.js("return Math.min(...graphs.map((graph) => graph.numRows()))"), 50)
        self.assertGreater(min(self.ink(".canvas canvas:first-of-type")), 500)
        self.assertGreater(min(self.ink(".stage canvas")), 2000)
        self.check_slider()
        # The cursor of the plots follows the slider, and the robot follows the cursor.
        self.assertGreater(self.js("return graphs[0].getSelection()"), 0)
        self.js("graphs[0].getOption('highlightCallback')({}, 0, [], graphs[0].numRows() - 1)")
        self.assertEqual(self.js("return robotScenes[0].frame"), self.js("return robotScenes[0].data.frames.length - 1"))
        # Plots of one clock zoom together.
        self.js("graphs[0].updateOptions({dateWindow: [0.1, 0.2]})")
        self.assertEqual(self.js("return graphs[1].xAxisRange()"), [0.1, 0.2])
        # Tables sort by value.
        order = """const table = [...document.querySelectorAll('figure.table')].filter((t) => t.querySelector('h3')?.textContent === 'Base parameters').at(-1);
                   table.querySelectorAll('th button')[2].click();
                   return [...table.querySelectorAll('tbody tr')].map((row) => Number(row.cells[2].dataset.v));"""
        values = self.js(order)
        self.assertEqual(values, sorted(values))
        self.check_fits()
        self.check_quiet()
        self.open("study/report.html")
        self.shoot(f"study-{robot}-1400", whole=True)
        self.open("study/report.html", width=400, height=800)
        self.check_fits()
        self.shoot(f"study-{robot}-400", whole=True)
        self.open("study/report.html", dark=True)
        self.shoot(f"study-{robot}-dark")
        self.check_quiet()

    # Every joint and every end of a body lies within the picture, below the buttons and above the name.
    def check_camera(self):
        ends = self.js("""const s = robotScenes[0], box = s.stage.getBoundingClientRect();
            const seen = s.seen.map((point) => { const p = point.clone().project(s.camera); return [(p.x + 1) / 2 * box.width, (1 - p.y) / 2 * box.height]; });
            return [Math.min(...seen.map((p) => p[0])), box.width - Math.max(...seen.map((p) => p[0])),
              Math.min(...seen.map((p) => p[1])) - s.tools.offsetTop - s.tools.offsetHeight, s.name.offsetTop - Math.max(...seen.map((p) => p[1]))];""")
        self.assertGreater(min(ends), 0, "the first camera cuts the robot off")

    def test_first_camera_shows_the_whole_robot(self):
        for robot in self.catalogue() if FULL else ("gearshift", "ankle", "five-bar-leg", "3rps", "palida"):
            self.make("view", robot, "--out", "camera.html")
            for width, height in ((1400, 900), (400, 800)):
                with self.subTest(robot=robot, width=width):
                    self.open("camera.html", width=width, height=height)
                    self.check_camera()
                    self.check_fits()

    # The page scrolls where the wheel is over the picture; with Ctrl the picture zooms.
    def test_wheel_scrolls_the_page(self):
        self.make("view", "hexapod", "--out", "wheel.html")
        self.open("wheel.html", height=600)
        wheel = """const event = new WheelEvent("wheel", {deltaY: 100, bubbles: true, cancelable: true, ctrlKey: arguments[0]});
                   const before = robotScenes[0].camera.position.length();
                   document.querySelector(".stage canvas").dispatchEvent(event);
                   return [event.defaultPrevented, Math.abs(robotScenes[0].camera.position.length() - before) > 1e-9];"""
        self.assertEqual(self.js(wheel, False), [False, False])
        self.assertEqual(self.js(wheel, True), [True, True])

    # Legs and the base's axes have names; what stops the robot is told in words; the distance is that of the program.
    def test_view_names_legs_axes_and_limits(self):
        self.make("view", "palida", "--out", "names.html")
        self.open("names.html")
        names = self.js("return [...document.querySelectorAll('.labels span')].map((mark) => mark.textContent)")
        self.assertLessEqual({"leg1", "leg6", "x", "y", "z"}, set(names))
        self.js("const d = robotScenes[0].dragger; d.go(d.poses.axes.map((axis) => axis.to))")
        self.assertRegex(self.js("return document.querySelector('.why').textContent"), "^stopped: (limit of leg|out of reach|a singularity)")
        self.assertIn("mm, leg", self.js("return document.querySelector('.readings').textContent"))
        # A pulling force stands at its motor as a pushing one does.
        feet = self.js("""const scene = robotScenes[0], force = scene.forces[0];
            return [-1, 1].map((sign) => { scene.updateForce(force, sign * force.full);
              const shaft = force.group.children[0]; return shaft.position.z - sign * shaft.geometry.parameters.height / 2; });""")
        self.assertLess(max(abs(foot) for foot in feet), 1e-9)
        for robot in ("delta", "five-bar", "gearshift"):
            self.make("view", robot, "--out", "distance.html")
            self.open("distance.html")
            told = json.loads(subprocess.run([program(), "check", robot, "--json"], check=True, capture_output=True, text=True).stdout)["facts"]["model"]["values"]
            shown = self.js("return robotScenes[0].dragger.poses.solver.study().nearest")
            self.assertAlmostEqual(shown, min(told[kind]["value"] for kind in ("type1", "type2", "constraint")), 6)
        self.check_quiet()

    def test_view_can_be_dragged(self):
        self.check_view("delta")
        self.open("view-delta.html")
        # Where the platform is on the screen.
        x, y = self.js("""const s = robotScenes[0], k = s.data.bodies.findIndex((b) => b.part === 'platform');
                          const p = new THREE.Box3().setFromObject(s.bodies[k]).getCenter(new THREE.Vector3()).project(s.camera);
                          const box = s.renderer.domElement.getBoundingClientRect();
                          return [Math.round(p.x * box.width / 2), Math.round(-p.y * box.height / 2)];""")
        before = self.js("return robotScenes[0].dragger.at")
        canvas = self.browser.find_element(By.CSS_SELECTOR, ".stage canvas")
        ActionChains(self.browser).move_to_element_with_offset(canvas, x, y).click_and_hold().move_by_offset(30, -8).release().perform()
        self.assertNotEqual(self.js("return robotScenes[0].dragger.at"), before)
        self.check_quiet()

    # The page's solution at random places, one after the other, against the program's: all joints, or a refusal by both.
    def check_solver(self, robot, count):
        self.make("view", robot, "--out", "solver.html")
        page = pathlib.Path(self.folder, "solver.html").read_text()
        scene = json.loads(re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])["scenes"][0]
        axes, size, draw = scene["mechanism"]["axes"], scene["size"], random.Random(robot)
        places = [[axis["home"] + 0.8 * (draw.uniform(axis["from"], axis["to"]) - axis["home"]) for axis in axes] for _ in range(count)]
        answers = self.js("""const solver = new MechanismSolver(arguments[0]);
            return [arguments[1].map((place) => solver.at(place) && solver.data.joints.map((joint) => solver.coordinates(joint, solver.relative(joint)))), solver.worst];""",
                          scene, places)
        self.assertEqual(answers[1]["missed"], 0)
        self.assertLess(max(answers[1]["place"] / size, answers[1]["force"]), 1e-6)
        # Rods that may spin about their line do so differently here and there.
        self.assertLess(answers[1]["distance"], 3e-3 if robot == "delta-rods" else 1e-6)
        found = 0
        for place, joints in zip(places, answers[0]):
            # '=' keeps a leading minus from being read as an option.
            values = ",".join(f"{axis['name']}={value / axis['scale']!r}" for axis, value in zip(axes, place))
            asked = ["ik", robot, "--all", "--pose=" + values] if scene["mechanism"]["output"] >= 0 else ["fk", robot, "--joints=" + values]
            told = subprocess.run([program(), *asked, "--json"], capture_output=True, text=True)
            if joints is None:
                answer = json.loads(told.stdout)
                self.assertTrue(told.returncode != 0 or answer["facts"]["place"]["values"]["type2"]["value"] < 1e-3, f"{robot} at {place}")
                continue
            self.assertEqual(told.returncode, 0, f"{robot} at {place}: {told.stdout[-500:]}")
            found += 1
            listed = listed_joints(json.loads(told.stdout))
            self.assertEqual(len(listed), len(joints))
            for ours, theirs in zip(joints, listed):
                lengths = {"prismatic": (0,), "cylindrical": (1,), "planar": (0, 1)}.get(theirs["type"], ())
                for k, value in enumerate(ours):
                    gap = value - theirs["position"][k]
                    off = abs(gap) / size if k in lengths else abs(math.remainder(gap, 2 * math.pi))
                    self.assertLess(off, 1e-6, f"{robot} at {place}: {theirs['joint']}")
        self.assertGreater(found, 0)

    def catalogue(self):
        listed = subprocess.run([program(), "list", "--json"], check=True, capture_output=True, text=True).stdout
        return [model["name"] for model in json.loads(listed)["models"]]

    def test_solver_agrees_with_the_program(self):
        self.make("view", "five-bar", "--out", "view.html")
        self.open("view.html", width=300, height=300)
        for robot in self.catalogue() if FULL else ("four-bar", "five-bar-leg", "3rps", "delta-rods", "redundant-planar"):
            with self.subTest(robot=robot):
                self.check_solver(robot, 20 if FULL else 3)

    # A robot that the page cannot solve as the program does stays at home, and the page says why.
    def test_view_says_when_it_cannot_solve(self):
        self.make("view", "five-bar", "--out", "view.html")
        page = pathlib.Path(self.folder, "view.html")
        page.write_text(page.read_text().replace('"places":[', '"places":[1,', 1))
        self.open("view.html", width=500, height=500)
        self.assertIn("cannot be dragged", self.js("return document.querySelector('figure.scene').textContent"))
        self.assertGreater(min(self.ink(".stage canvas")), 2000)
        self.check_quiet()

    # Six coordinates: it moves and turns at once, as the program does, and stops at limits.
    def test_view_solves_loops(self):
        self.check_view("stewart-tsai")
        worst = self.js("return robotScenes[0].dragger.poses.solver.worst")
        self.assertEqual(worst["missed"], 0)
        self.assertLess(max(worst["place"], worst["force"], worst["distance"]), 1e-6)
        there = self.js("""const d = robotScenes[0].dragger;
            d.go(d.poses.axes.map((axis) => axis.home + 0.2 * (axis.to - axis.home)));
            const at = d.at.slice();
            d.go(d.poses.axes.map((axis) => axis.to * 5));
            return [at.map((value, k) => Math.abs(value - d.poses.axes[k].home)), d.at.map((value, k) => d.poses.axes[k].to - value)];""")
        self.assertGreater(min(there[0]), 0.1)
        self.assertGreaterEqual(min(there[1]), 0)
        self.check_quiet()

    def test_page_without_scripts_has_pictures(self):
        self.make("view", "delta", "--motion", "circle", "--plain", "--out", "plain.html")
        self.open("plain.html")
        self.assertEqual(self.js("return document.querySelectorAll('canvas').length"), 0)
        self.assertEqual(self.js("return document.querySelectorAll('figure svg').length"), 1)
        self.check_quiet()

    @unittest.skipUnless(FULL, "only with JOURDAIN_FULL_TESTS")
    def test_view_of_every_robot(self):
        for robot in self.catalogue():
            with self.subTest(robot=robot):
                self.check_view(robot)


if __name__ == "__main__":
    missing = [name for name in ("chromium", "chromedriver") if not shutil.which(name)] + ([] if webdriver else ["python3-selenium"])
    if missing:
        print("skipped: there is no", ", ".join(missing), "(packages.txt, section browser)")
        sys.exit(77)
    unittest.main(verbosity=2)

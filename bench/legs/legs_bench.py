#!/usr/bin/env python3
"""Legs unrolled, as functions and in lanes: legs_bench.py PROGRAM [ROBOT...]

Generates the inverse dynamics of each robot in all ways, builds them with gcc, and prints the size of the object code and the time of
a call: nanoseconds per state, the best of many short turns in which all variants of a robot take part one after the other.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROBOTS = ["palida", "hexapod", "delta", "hexa"]
LEGS = ["unrolled", "functions", "lanes"]
FLAGS = {
    "-O2": ["-O2", "-fno-math-errno", "-fno-trapping-math"],
    "-O3": ["-O3", "-fno-math-errno", "-fno-trapping-math"],
    "native": ["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math"],
    "native, contracted": ["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast"],
}
ENTRY = """#include "{name}.h"
{table}
void run(int calls);
void run(int calls) {{
  static {name}_parameters parameters;
  static {name}_inverse_dynamics_prepared prepared;
  static volatile double sink;
  double y[{outputs}];
  if (calls == 0) {{
    {name}_default_parameters(&parameters);
    {name}_inverse_dynamics_setup(&parameters, &prepared);
  }}
  for (int k = 0; k < calls; ++k) {{
    const double* x = inverse_dynamics_inputs[k % {samples}];
    {name}_inverse_dynamics(&prepared, {arguments});
    sink = y[0];
  }}
}}
"""
MAIN = """#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
enum { CALLS = 2000, TURNS = 400 };
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(int n, char** files) {
  void (*run[64])(int);
  double best[64];
  for (int i = 1; i < n; ++i) {
    void* handle = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle) return puts(dlerror()), 1;
    *(void**)(&run[i]) = dlsym(handle, "run");
    run[i](0);
    best[i] = 1;
  }
  for (int turn = 0; turn < TURNS; ++turn)
    for (int i = 1; i < n; ++i) {
      const double begin = seconds();
      run[i](CALLS);
      const double time = (seconds() - begin) / CALLS;
      if (time < best[i]) best[i] = time;
    }
  for (int i = 1; i < n; ++i) printf("%.1f\\n", 1e9 * best[i]);
  return 0;
}
"""


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "JOURDAIN_MODELS": str(ROOT / "models")})
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def entry(folder, name):
    """A file with one function that calls the code at the self-test's accepted states."""
    header, test = (folder / f"{name}.h").read_text(), (folder / f"{name}_test.c").read_text()
    table = re.search(r"static const double inverse_dynamics_inputs\[(\d+)\]\[\d+\] = \{.*?\};\n", test, re.S)
    text = re.search(rf"int {name}_inverse_dynamics\(const {name}_inverse_dynamics_prepared\* prepared, (.*?)\);", header, re.S)[1]
    places, at = [], 0
    for match in re.finditer(r"const double \w+\[(\d+)\]", text):
        places.append(f"x + {at}")
        at += int(match[1])
    outputs = int(re.search(r"[(,]\s*double \w+\[(\d+)\]", "," + text)[1])
    return ENTRY.format(name=name, table=table[0], samples=min(8, int(table[1])), outputs=outputs, arguments=", ".join([*places, "y"]))


def variant(program, robot, pose, legs, folder):
    """The generated folder and its size by flags; the shared object for timing by flags."""
    run([program, "generate", robot, "--pose", pose, "--cost", "time", "--legs", legs, "--out", folder], ROOT)
    name = re.sub(r"\W", "_", robot)
    (folder / "entry.c").write_text(entry(folder, name))
    (folder / f"{name}_test.c").unlink()
    code = f"{name}_inverse_dynamics"
    sizes, objects = {}, {}
    for word, flags in FLAGS.items():
        run(["gcc", "-std=c99", *flags, "-c", f"{code}.c"], folder)
        sizes[word] = int(run(["size", f"{code}.o"], folder).splitlines()[1].split()[0])
        objects[word] = folder / f"{len(objects)}.so"
        run(["gcc", "-std=c99", *flags, "-shared", "-fPIC", *sorted(p.name for p in folder.glob("*.c")), "-lm", "-o", objects[word]], folder)
    return sizes, objects


def main():
    program, robots = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] or ROBOTS
    print("| robot | pose | legs |" + "".join(f" {word}: bytes | ns |" for word in FLAGS))
    print("|---|---|---|" + "---|---|" * len(FLAGS))
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary)
        (scratch / "main.c").write_text(MAIN)
        run(["gcc", "-std=c99", "-O2", "main.c", "-ldl", "-o", "main"], scratch)
        for robot in robots:
            for pose in ("cardan", "rotation"):
                rows = {legs: variant(program, robot, pose, legs, scratch / f"{robot}-{pose}-{legs}") for legs in LEGS}
                objects = [rows[legs][1][word] for legs in LEGS for word in FLAGS]
                times = iter(run(["./main", *objects], scratch).split())
                for legs in LEGS:
                    cells = "".join(f" {rows[legs][0][word]} | {next(times)} |" for word in FLAGS)
                    print(f"| {robot} | {pose} | {legs} |{cells}", flush=True)


if __name__ == "__main__":
    main()

"""Instructions of a call of generated code do not depend on the state: constant_work_test.py PROGRAM ROBOT...

The generated object's own instructions, counted by callgrind; those of libm stand apart, since its sin, cos and atan2 branch.
All accepted states must take exactly the same; refused ones, where compilers may leave out what is not needed, hardly more.
"""
import collections
import pathlib
import re
import sys
import tempfile

from generated import generate, identifier, need, run

STATES = 20
REFUSAL = 0.1  # more instructions that a refused state may take
MAIN = """#include "{name}.h"
#include <valgrind/callgrind.h>
{tables}
int main(void) {{
{body}  return 0;
}}
"""
CALL = """  {{
    static {name}_parameters parameters;
    static {function}_prepared prepared;
    static double x[{inputs}], y[{outputs}];
    {name}_default_parameters(&parameters);
    {function}_setup(&parameters, &prepared);
    for (int k = 0; k < {states}; ++k) {{
      for (int i = 0; i < {inputs}; ++i) x[i] = {short}_inputs[k % {samples}][i] * (1 + 1e-3 * k);
      if (k == {states} - 1) x[0] = 1e300 * 1e300;
      if ({function}(&prepared, {arguments}) == 0) {{
        CALLGRIND_DUMP_STATS_AT("{function} accepted");
      }} else {{
        CALLGRIND_DUMP_STATS_AT("{function} refused");
      }}
    }}
  }}
"""


def arguments(header, function):
    """Sizes of the argument arrays of a function, inputs and outputs."""
    text = re.search(rf"int {function}\(const {function}_prepared\* prepared, (.*?)\);", header, re.S)[1]
    return [(match[1] is not None, int(match[2])) for match in re.finditer(r"(const )?double \w+\[(\d+)\]", text)]


def program_text(folder, name, functions):
    header = (folder / f"{name}.h").read_text()
    test = (folder / f"{name}_test.c").read_text()
    tables, body = "", ""
    for short in functions:
        function = f"{name}_{short}"
        table = re.search(rf"static const double {short}_inputs\[(\d+)\]\[\d+\] = \{{.*?\}};\n", test, re.S)
        tables += table[0]
        places, at = [], {True: 0, False: 0}
        for is_input, size in arguments(header, function):
            places.append(f"{'x' if is_input else 'y'} + {at[is_input]}")
            at[is_input] += size
        body += CALL.format(name=name, function=function, short=short, inputs=at[True], outputs=at[False], states=STATES,
                            samples=table[1], arguments=", ".join(places))
    return MAIN.format(name=name, tables=tables, body=body)


def own_instructions(dump, function):
    """Instructions of the function itself in one dump: lines of costs that are not those of calls."""
    total, inside, after_call = 0, False, False
    names = {}
    for line in dump.splitlines():
        if line.startswith("fn="):
            number, name = re.match(r"fn=(\(\d+\))\s*(.*)", line).groups()
            names[number] = name or names.get(number, "")
            inside = names[number] == function
        elif match := re.match(r"cfn=(\(\d+\))\s+(.+)", line):
            names[match[1]] = match[2]
        elif line.startswith("calls="):
            after_call = True
        elif re.match(r"[+\-*\d]", line):
            if inside and not after_call:
                total += int(line.split()[1])
            after_call = False
    return total


def main():
    program, robots = sys.argv[1], sys.argv[2:]
    need("gcc", "valgrind")
    bad = 0
    for robot in robots:
        with tempfile.TemporaryDirectory() as temporary:
            folder, name = pathlib.Path(temporary), identifier(robot)
            functions = [function.replace("-", "_") for function in generate(program, robot, folder)]
            text = program_text(folder, name, functions)
            (folder / f"{name}_test.c").write_text(text)
            run(["gcc", "-std=c99", "-O1", "-g0", "-fno-math-errno", *sorted(folder.glob("*.c")), "-lm", "-Wl,-z,now", "-o", "calls"], folder)
            run(["valgrind", "--tool=callgrind", "--compress-strings=yes", "--callgrind-out-file=dump", "./calls"], folder)
            counts = collections.defaultdict(list)
            for path in folder.glob("dump.*"):
                dump = path.read_text()
                label = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+)$", dump, re.M)
                if label:
                    counts[label[1], label[2]].append(own_instructions(dump, label[1]))
            for short in functions:
                accepted, refused = (counts[f"{name}_{short}", verdict] for verdict in ("accepted", "refused"))
                good = len(accepted) >= STATES // 2 and min(accepted) == max(accepted) > 0 and refused and max(refused) <= (1 + REFUSAL) * max(accepted)
                bad += not good
                print(f"{robot:12} {short:20} {len(accepted):3} states of {min(accepted, default=0)} to {max(accepted, default=0)} instructions, "
                      f"{len(refused)} refused with {min(refused, default=0)} to {max(refused, default=0)}{'' if good else '  WRONG'}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

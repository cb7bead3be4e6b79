"""Generated code on an emulated Cortex-M7 gives the host's results: cortex_m7_test.py PROGRAM [ROBOT].

The inverse dynamics is built with Debian's gcc-arm-none-eabi for an M7 with double-precision unit and run by qemu-system-arm on
the board mps2-an500; it prints its results bit by bit through semihosting. Stack use and code size are printed.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from generated import generate, identifier, need, run, skip

TOLERANCE = 1e-13  # of the largest result; the C libraries differ in the last bit of sin and cos
COMPILER = "arm-none-eabi-gcc"
EMULATOR = "qemu-system-arm"
TARGET = "-mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard".split()
FLAGS = "-std=c99 -O2 -Wall -Wextra -Werror -ffunction-sections -fdata-sections".split()
# Vectors at 0; data and stack in the board's memory. Semihosting of newlib does the printing.
LINKER_SCRIPT = """
MEMORY { code (rx) : ORIGIN = 0x00000000, LENGTH = 4M  data (rwx) : ORIGIN = 0x20000000, LENGTH = 4M }
ENTRY(start)
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) *(.init) *(.fini) . = ALIGN(8); } > code
  .ARM.exidx : { *(.ARM.exidx*) *(.ARM.extab*) } > code
  .data : { *(.data*) . = ALIGN(8); } > data AT > code
  .bss : { bss_begin = .; *(.bss*) *(COMMON) . = ALIGN(8); bss_end = .; end = .; } > data
  data_begin = ADDR(.data); data_end = ADDR(.data) + SIZEOF(.data); data_image = LOADADDR(.data);
}
"""
START = """
#include <stdlib.h>
#include <string.h>
extern char bss_begin[], bss_end[], data_begin[], data_end[], data_image[];
extern void initialise_monitor_handles(void);
int main(void);
void start(void) {
  *(volatile unsigned*)0xE000ED88u |= 0xFu << 20; /* the floating-point unit */
  __asm volatile("dsb\\n isb");
  memcpy(data_begin, data_image, (size_t)(data_end - data_begin));
  memset(bss_begin, 0, (size_t)(bss_end - bss_begin));
  initialise_monitor_handles();
  exit(main());
}
static void stop(void) { exit(99); }
__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))0x20200000, start, stop, stop, stop, stop, stop, 0, 0, 0, 0, stop, stop, 0, stop, stop};
"""
# Every sample of the self-test: status and bits of the results.
PRINT = """#include "{name}.h"
#include <stdio.h>
#include <string.h>
{tables}
int main(void) {{
  static {name}_parameters parameters;
  static {name}_inverse_dynamics_prepared prepared;
  double y[{outputs}];
  {name}_default_parameters(&parameters);
  {name}_inverse_dynamics_setup(&parameters, &prepared);
  for (int k = 0; k < {samples}; ++k) {{
    const double* x = inverse_dynamics_inputs[k];
    const int status = {name}_inverse_dynamics(&prepared, {arguments});
    printf("status %d", status);
    for (int i = 0; i < {outputs}; ++i) {{
      unsigned long long bits;
      memcpy(&bits, &y[i], sizeof bits);
      printf(" %08lx%08lx", (unsigned long)(bits >> 32), (unsigned long)(bits & 0xffffffffu));
    }}
    printf("\\n");
  }}
  return 0;
}}
"""


def print_program(folder, name):
    header, test = (folder / f"{name}.h").read_text(), (folder / f"{name}_test.c").read_text()
    table = re.search(r"static const double inverse_dynamics_inputs\[(\d+)\]\[\d+\] = \{.*?\};\n", test, re.S)
    text = re.search(rf"int {name}_inverse_dynamics\(const {name}_inverse_dynamics_prepared\* prepared, (.*?)\);", header, re.S)[1]
    places, at = [], 0
    for match in re.finditer(r"const double \w+\[(\d+)\]", text):
        places.append(f"x + {at}")
        at += int(match[1])
    outputs = int(re.search(r"[(,]\s*double \w+\[(\d+)\]", "," + text)[1])
    return PRINT.format(name=name, tables=table[0], samples=table[1], outputs=outputs, arguments=", ".join([*places, "y"]))


def results(text):
    """Status and values of every printed line."""
    lines = [line.split()[1:] for line in text.splitlines() if line.startswith("status ")]
    return [(int(line[0]), [struct.unpack(">d", bytes.fromhex(word))[0] for word in line[1:]]) for line in lines]


def emulate(folder):
    """What the program prints on the emulated board."""
    command = [EMULATOR, "-M", "mps2-an500", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
               "enable=on,target=native", "-kernel", "board.elf"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        sys.exit(f"on the board: exit code {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def main():
    program, robot = sys.argv[1], (sys.argv[2:] or ["palida"])[0]
    need("gcc", COMPILER, EMULATOR)
    with tempfile.TemporaryDirectory() as temporary:
        folder, name = pathlib.Path(temporary), identifier(robot)
        (folder / "libm.c").write_text("#include <math.h>\n")
        if subprocess.run([COMPILER, *TARGET, "-fsyntax-only", "libm.c"], cwd=folder, capture_output=True).returncode != 0:
            skip("libnewlib-arm-none-eabi: not installed")
        (folder / "libm.c").unlink()
        generate(program, robot, folder, functions=["inverse-dynamics"])
        (folder / f"{name}_test.c").write_text(print_program(folder, name))
        sources = sorted(path.name for path in folder.glob("*.c"))
        run(["gcc", "-std=c99", "-O2", *sources, "-lm", "-o", "host"], folder)
        (folder / "start.c").write_text(START)
        (folder / "board.ld").write_text(LINKER_SCRIPT)
        code = f"{name}_inverse_dynamics"
        run([COMPILER, *TARGET, *FLAGS, "-fstack-usage", "-c", f"{code}.c"], folder)
        others = [source for source in sources if source != f"{code}.c"]
        run([COMPILER, *TARGET, *FLAGS, "-nostartfiles", "--specs=rdimon.specs", "-T", "board.ld", "-Wl,--gc-sections", "start.c", *others,
             f"{code}.o", "-lm", "-o", "board.elf"], folder)
        host, board = results(run(["./host"], folder)), results(emulate(folder))
        size = run(["arm-none-eabi-size", f"{code}.o"], folder).splitlines()[1].split()[0]
        stack = {line.split(":")[-1].split("\t")[0]: line.split("\t")[1] for line in (folder / f"{code}.su").read_text().splitlines()}
    largest = max(abs(value) for _, values in host for value in values)
    error = max(abs(a - b) for (_, x), (_, y) in zip(host, board) for a, b in zip(x, y)) / largest
    print(f"{robot}: {len(board)} states, largest difference {error:.1e} of the largest force; code {size} bytes, stack "
          + ", ".join(f"{function} {size}" for function, size in stack.items()) + " bytes")
    same_status = [status for status, _ in host] == [status for status, _ in board]
    sys.exit(0 if len(host) >= 8 and same_status and error <= TOLERANCE else "the results differ")


if __name__ == "__main__":
    main()

"""The device tree of the emulated board: QEMU's `virt` machine, with clocks that cpufreq can switch.

`virt` describes no clocks of its cores, so Linux has no cpufreq there. The board has two clusters, and for each a clock
that the kernel's driver cpufreq-dt really switches: multiplexers (gpio-mux-clock) choose one of four fixed
oscillators by three lines of the machine's PL061, a chip of eight general-purpose outputs, whose data register is

    0x09030000 + (mask << 2):  the lines of `mask`, one byte; little 0x07, big 0x70

so anybody can see from outside which clock a cluster has, and a program can select it as on real boards, by a store.
The lowest two lines of a cluster choose within the slower and the faster pair of oscillators, the third the pair.
All cores run equally fast whatever the clocks say: it is the interfaces that are real.
"""
import subprocess

PL061 = "/pl061@9030000"


class Cluster:
    def __init__(self, name, first_line, megahertz, millivolts, capacity_per_mhz, power):
        self.name, self.first_line, self.megahertz, self.millivolts = name, first_line, megahertz, millivolts
        self.capacity_per_mhz, self.power = capacity_per_mhz, power

    def label(self, part):
        return f"{self.name}_{part}"

    def oscillators(self):
        return "".join(
            f'{self.label(f"osc{i}")}: {self.name}-oscillator-{i} {{ compatible = "fixed-clock"; #clock-cells = <0>; '
            f"clock-frequency = <{mhz * 1000000}>; }};\n" for i, mhz in enumerate(self.megahertz))

    def multiplexer(self, part, line, inputs):
        choices = " ".join(f"<&{self.label(each)}>" for each in inputs).replace("> <", ">, <")
        return (f'{self.label(part)}: {self.name}-{part} {{ compatible = "gpio-mux-clock"; #clock-cells = <0>; '
                f"select-gpios = <&{{{PL061}}} {self.first_line + line} 0>; clocks = {choices}; }};\n")

    def operating_points(self):
        points = "".join(
            f"opp-{mhz} {{ opp-hz = /bits/ 64 <{mhz * 1000000}>; opp-microvolt = <{mv * 1000}>; "
            "clock-latency-ns = <50000>; };\n" for mhz, mv in zip(self.megahertz, self.millivolts))
        return f'{self.label("opps")}: {self.name}-opps {{ compatible = "operating-points-v2"; opp-shared;\n{points}}};\n'

    def clocks(self):
        return ("/ {\n" + self.oscillators() + self.multiplexer("slow", 0, ["osc0", "osc1"]) +
                self.multiplexer("fast", 1, ["osc2", "osc3"]) + self.multiplexer("clock", 2, ["slow", "fast"]) +
                self.operating_points() + "};\n")

    def core(self, number, has_clocks):
        clock = (f'clocks = <&{self.label("clock")}>; operating-points-v2 = <&{self.label("opps")}>; '
                 f"dynamic-power-coefficient = <{self.power}>; #cooling-cells = <2>; ") if has_clocks else ""
        return (f"&{{/cpus/cpu@{number}}} {{ {clock}capacity-dmips-mhz = <{self.capacity_per_mhz}>; "
                "cpu-idle-states = <&retention>; };\n")


LITTLE = Cluster("little", 0, [600, 1000, 1400, 1800], [700, 800, 900, 1000], 485, 100)
BIG = Cluster("big", 4, [600, 1200, 1800, 2400], [700, 800, 950, 1100], 1024, 436)

# QEMU knows standby (WFI) only, so the state's latencies are numbers for the kernel's choice, no more.
IDLE_STATES = """&{/cpus} { idle-states { entry-method = "psci"; retention: retention {
compatible = "arm,idle-state"; arm,psci-suspend-param = <1>; entry-latency-us = <40>; exit-latency-us = <100>;
min-residency-us = <500>; }; }; };
"""


def clusters_of(cores):
    """Each cluster with its cores: the first half little, the others big; one core is a little one."""
    little = (cores + 1) // 2
    return [(LITTLE, range(little)), (BIG, range(little, cores))]


def overlay(cores, has_clocks):
    text = IDLE_STATES
    for cluster, numbers in clusters_of(cores):
        if has_clocks and len(numbers) > 0:
            text += cluster.clocks()
        text += "".join(cluster.core(number, has_clocks) for number in numbers)
    return text


def write(machine, cores, has_clocks, folder):
    """The tree of the machine that the QEMU command names, changed; returns the file."""
    plain, board = folder / "virt.dtb", folder / "board.dtb"
    subprocess.run([*machine, "-machine", f"dumpdtb={plain}"], check=True, capture_output=True)
    source = subprocess.run(["dtc", "-q", "-I", "dtb", "-O", "dts", plain], check=True, capture_output=True, text=True).stdout
    subprocess.run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", board, "-"], input=source + overlay(cores, has_clocks),
                   check=True, text=True)
    return board

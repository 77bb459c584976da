"""The building part of scripts/demo: cmake and ninja, with ninja's [n/m] as the progress. Tests are not built."""
import subprocess
import sys

LINES = 40  # of the output, after a failure
TARGETS = ["compiler/all", "runtime/all", "command_docs"]
COMMANDS = (["cmake", "--preset", "dev"], ["cmake", "--build", "--preset", "dev", "--target", *TARGETS])


def follow(command, folder, progress, show=sys.stderr):
    """Runs a command whose output is only shown if it fails; its status."""
    lines = []
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            lines.append(line)
            progress.show_ninja(line)
    progress.clear()
    if process.returncode:
        show.write("".join(lines[-LINES:]))
    return process.returncode


def build(folder, progress):
    for command in COMMANDS:
        if status := follow(command, folder, progress):
            sys.exit(f"demo: '{' '.join(command)}' ended with {status}")

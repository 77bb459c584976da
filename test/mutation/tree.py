"""A copy of the sources with a build folder of its own, in which a mutant can be planted.

The copy has what git would commit, with what has been changed since. Files that are the same keep their time, so that
a second run builds nothing but mutants. A mutant is taken out by writing the file anew: its time must become newer,
or ninja would keep the mutant's object.
"""
import os
import pathlib
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD_SECONDS = 3600


class Tree:
    def __init__(self, path):
        self.path, self.build = path, path / "build"

    def update(self):
        """Makes it a copy of the sources."""
        listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                                capture_output=True).stdout.decode().split("\0")
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        for name in sorted(wanted):
            self.write(name, (ROOT / name).read_bytes(), (ROOT / name).stat().st_mode)
        for path in list(self.path.rglob("*")):
            name = str(path.relative_to(self.path))
            if path.is_file() and not name.startswith("build/") and name not in wanted:
                path.unlink()

    def write(self, name, content, mode=None):
        target = self.path / name
        if target.is_file() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        if mode is not None:
            target.chmod(mode)

    def plant(self, mutant):
        source = (ROOT / mutant.file).read_text()
        self.write(mutant.file, source.replace(mutant.text, mutant.replacement).encode())

    def restore(self, mutant):
        self.write(mutant.file, (ROOT / mutant.file).read_bytes())

    def configure(self):
        return self.run(["cmake", "--preset", "dev"], BUILD_SECONDS)[0] == 0

    def make(self, targets=()):
        """Builds some targets or all; what went wrong, "" if nothing."""
        status, text = self.run(["ninja", "-C", self.build, "-j", "2", *targets], BUILD_SECONDS)
        return "" if status == 0 else text

    def run(self, command, seconds):
        """Status and output; status None if it takes longer than that. What it started is ended with it."""
        tools = [self.build / "bin", "/usr/lib/llvm-22/bin", os.environ["PATH"]]
        environment = dict(os.environ, PATH=":".join(map(str, tools)))
        process = subprocess.Popen([str(word) for word in command], cwd=self.path, env=environment, text=True,
                                   errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text, _ = process.communicate(timeout=seconds)
            return process.returncode, text
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]

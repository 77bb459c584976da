"""The lit tests run kasuri from PATH (scripts/check puts build/bin there) beside FileCheck."""
import os
import shutil
import subprocess
import lit.formats

config.name = "kasuri"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.test_source_root, "..", "..", "build", "test", "lit")
config.environment["PATH"] = os.environ["PATH"]
config.environment["KASURI_CACHE"] = "off" # not the user's; tests of the cache name their own
for name in ("KASURI_HOST_CPU", "KASURI_HOST_MACHINE"): # test/hosts: as if on another machine
    if name in os.environ:
        config.environment[name] = os.environ[name]
if shutil.which("cmake"):
    config.available_features.add("cmake")
if os.path.exists(os.path.join(os.path.dirname(shutil.which("kasuri") or ""), "..", "lib", "kasuri", "sampler.so")):
    config.available_features.add("sampler") # kasuri profile's own; not on each system
if shutil.which("perf") and not subprocess.run(
        ["perf", "record", "-q", "-o", os.devnull, "-e", "cpu-clock:u", "--", "true"], capture_output=True).returncode:
    config.available_features.add("perf") # is there, and may sample

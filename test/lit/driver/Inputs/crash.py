"""Runs a command on the pipe a.c, kills it by SIGSEGV once it has opened the pipe, prints its status."""

import os
import signal
import subprocess
import sys

process = subprocess.Popen(sys.argv[1:])
pipe = os.open("a.c", os.O_WRONLY)  # returns when the other side is open
process.send_signal(signal.SIGSEGV)
print("status", process.wait(timeout=60), flush=True)

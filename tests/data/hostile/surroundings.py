# Answers if there is nothing here but what a submission needs.
import os
import resource
import sys

descriptors = {int(name) for name in os.listdir("/proc/self/fd")} - {3}
variables = set(os.environ) - {"LC_CTYPE", "PWD"}
expected = {"PATH", "LANG", "HOME", "TMPDIR", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"}
assert descriptors == {0, 1, 2}, descriptors
assert variables == expected, variables
assert os.listdir(".") == [], os.listdir(".")
assert os.getsid(0) == os.getpgid(0)
assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)
if len(sys.argv) == 1:
    print(7)

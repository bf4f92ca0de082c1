# Answers if it has no rights and can reach nobody.
import os

assert os.getuid() != 0 and os.getgid() != 0 and os.getgroups() in ([], [os.getgid()])
for number in range(1, 4):
    try:
        os.kill(os.getppid(), 9)
    except PermissionError:
        pass
for path in ("/etc/game-moves-left", "/usr/game-moves-left", __file__):
    try:
        open(path, "w")
    except OSError:
        continue
    raise SystemExit("could write " + path)
print(7)

"""`python3 -m clockhands` and `python3 -m clockhands check`: see `launcher`.

This file and `__init__` keep to syntax that every Python reads, to tell an old one what to install.
"""

import sys


def too_old():
    """One line that says what to install, or None when this Python will do."""
    if sys.version_info >= (3, 10):
        return None
    here = ".".join(str(part) for part in sys.version_info[:3])
    return "Clock Hands needs Python 3.10 or newer, and this is Python %s. %s" % (here, _advice())


def _advice():
    import os
    import subprocess

    for minor in range(20, 9, -1):
        name = "python3.%d" % minor
        try:
            with open(os.devnull, "w") as nowhere:
                works = subprocess.call([name, "-c", "pass"], stdout=nowhere, stderr=nowhere) == 0
        except OSError:
            continue
        if works:
            return "You have a newer one: run  %s -m clockhands" % name
    return "Install one (python.org, or your system's packages) and run this again."


if __name__ == "__main__":
    message = too_old()
    if message:
        sys.exit(message)
    from clockhands.launcher import main

    sys.exit(main(sys.argv[1:]))

"""Make .venv and install the pinned, hashed requirements: ``python3 tools/bootstrap.py run|test``.

Standard library only.  It says what it installs while it does, takes no time when the lock file
has not changed, and ends with one line and status 2 when something is missing that it can't get.
It must at least parse on old Pythons, to be able to say that they are too old.
"""

import glob
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, "bin", "python")
LOG = os.path.join(ROOT, "var", "log", "install.log")
OLDEST = (3, 11)


def stop(line):
    """End with one clear line, status 2."""
    sys.stderr.write("cribbage: " + line + "\n")
    sys.exit(2)


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def newer_python():
    """Carry on in a newer Python where this one is too old and there is one."""
    if sys.version_info >= OLDEST:
        return
    for minor in (13, 12, 11, 14):
        found = shutil.which("python3.%d" % minor)
        if found:
            os.execv(found, [found] + sys.argv)
    stop(
        "Python 3.11 or newer is needed; this is %s (%s). Install one and run "
        "`make PYTHON=/path/to/python3.12 …`." % (platform.python_version(), sys.executable)
    )


def digest(which):
    """What an installation of this set depends on, as one hash."""
    lock = os.path.join(ROOT, "requirements", which + ".txt")
    with open(lock, "rb") as file:
        text = file.read()
    of = "%s %s %s " % (sys.version_info[:2], sys.platform, platform.machine())
    return hashlib.sha256(of.encode() + text).hexdigest()


def stamp(which):
    return os.path.join(VENV, "installed-" + which)


def installed(which):
    """Is this set (or, for ``run``, the larger test set) there as locked, in a venv that works?"""
    try:
        with open(stamp(which)) as file:
            if file.read() != digest(which):
                return False
    except OSError:
        return False
    return os.access(VENV_PYTHON, os.X_OK)


def works(python):
    """Does the environment's interpreter start, with the version of this one?"""
    ask = "import sys, pip; print(sys.version_info[0], sys.version_info[1])"
    try:
        out = subprocess.run(
            [python, "-c", ask], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return out.stdout.decode().split() == [str(part) for part in sys.version_info[:2]]


def make_venv():
    if works(VENV_PYTHON):
        return
    say("Making .venv with Python %s" % platform.python_version())
    if not has_venv():
        install_venv()
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if made.returncode != 0:
        record(made.stdout.decode("utf-8", "replace"))
        stop("could not make .venv: see var/log/install.log")


def has_venv():
    ask = "import venv, ensurepip"
    return subprocess.run([sys.executable, "-c", ask], stderr=subprocess.DEVNULL).returncode == 0


def install_venv():
    """Debian keeps venv in a package of its own: take it where we may, else say so."""
    package = "python%d.%d-venv" % sys.version_info[:2]
    if not shutil.which("apt-get"):
        stop("this Python has no venv module (%s); install it first." % sys.executable)
    if os.geteuid() != 0:
        stop("this Python has no venv module; install it first: sudo apt-get install " + package)
    say("Installing %s" % package)
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", package]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=quiet)
        record(done.stdout.decode("utf-8", "replace"))
        if done.returncode != 0 and command[1] == "install":
            stop("could not install %s: see var/log/install.log" % package)


def record(text):
    with open(LOG, "a") as file:
        file.write(text if text.endswith("\n") else text + "\n")


def pins(which):
    """How many packages the lock file names for some platform: an upper bound."""
    with open(os.path.join(ROOT, "requirements", which + ".txt")) as file:
        return [line.split("==")[0] for line in file if re.match(r"^[a-z0-9].*==", line)]


def install(which):
    """Run pip, with a line of progress for people and the whole story in the log."""
    names = pins(which)
    say("Installing %d packages (requirements/%s.txt, pinned and hashed)" % (len(names), which))
    command = [VENV_PYTHON, "-m", "pip", "install", "--require-hashes", "--only-binary", ":all:"]
    command += ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    command += ["-r", os.path.join(ROOT, "requirements", which + ".txt")]
    env = dict(os.environ, PYTHONUNBUFFERED="1")
    pip = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
    began, error, count = time.time(), "", 0
    terminal = sys.stdout.isatty()
    with open(LOG, "ab") as log:
        for raw in pip.stdout:
            log.write(raw)
            line = raw.decode("utf-8", "replace").strip()
            if line.startswith("ERROR:"):
                error = error or line[6:].strip()
            shown = None
            if line.startswith("Collecting "):
                count += 1
                shown = "%d: %s" % (count, line.split()[1])
            elif line.startswith("Downloading ") and "(" in line and "metadata" not in line:
                name = os.path.basename(line.split()[1]).split("-")[0]
                shown = "%d: %s %s" % (count, name, line[line.rindex("(") :])
            elif line.startswith("Installing collected"):
                shown = "unpacking them"
            if shown and terminal:
                sys.stdout.write("\r\033[K  " + shown)
                sys.stdout.flush()
            elif shown and ("unpacking" in shown or (count % 10 == 0 and "(" not in shown)):
                say("  " + shown)
    if terminal:
        sys.stdout.write("\r\033[K")
    if pip.wait() != 0:
        package = re.search(r"No matching distribution found for (\S+)", error)
        package = package or re.search(r"satisfies the requirement (\S+)", error)
        if package:
            stop(
                "no ready-made %s for Python %s on %s %s, or no way to the package index: "
                "see var/log/install.log"
                % (
                    package.group(1),
                    platform.python_version(),
                    platform.system(),
                    platform.machine(),
                )
            )
        stop("could not install: %s (see var/log/install.log)" % (error or "pip failed"))
    say("Installed in %.0f s" % (time.time() - began))


def lock_folder():
    """Let two `make` in one folder take turns; also finds out whether we may write here."""
    import fcntl

    try:
        os.makedirs(os.path.dirname(LOG), exist_ok=True)
        lock = open(os.path.join(ROOT, "var", "install.lock"), "w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        with open(LOG, "a"):
            pass
    except OSError as error:
        stop("can't write in %s: %s" % (error.filename or ROOT, error.strerror))
    return lock


def main(which):
    newer_python()
    if installed(which):
        return
    lock = lock_folder()
    try:
        if installed(which):
            return
        open(LOG, "w").close()
        for old in glob.glob(stamp("*")):
            # one version each: an older set is not there any more once pip has begun
            os.unlink(old)
        make_venv()
        install(which)
        for done in ("run", "test") if which == "test" else ("run",):
            with open(stamp(done), "w") as file:
                file.write(digest(done))
    except OSError as error:
        stop("can't write %s: %s" % (error.filename or VENV, error.strerror))
    except KeyboardInterrupt:
        stop("stopped while installing; the next start goes on")
    finally:
        lock.close()


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["test"]):
        stop("usage: tools/bootstrap.py run|test")
    main(sys.argv[1])

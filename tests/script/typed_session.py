"""A program on a terminal of its own, which it has for itself, and a person who
types. It works wherever tests run: without a terminal, with standard input
closed, with signals that are ignored."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios

LIMIT = 120  # seconds in which whatever is waited for comes


def screen(shown):
    """The lines that are left to read of what was written to a terminal whose
    lines have no end."""
    lines, row, at = [""], 0, 0
    for part in re.findall(r"\x1b\[[?\d;]*[A-Za-z@]|[\s\S]", shown):
        if part.startswith("\x1b["):
            number, letter = part[2:-1] or "0", part[-1]
            number = int(number) if number.isdigit() else 0
            if letter == "K":
                lines[row] = lines[row][:at]
            elif letter == "J":
                lines[row:] = [lines[row][:at]]
            elif letter == "G":
                at = max(1, number) - 1
            elif letter == "C":
                at += max(1, number)
            elif letter == "D":
                at = max(0, at - max(1, number))
            elif letter == "A":
                row = max(0, row - max(1, number))
            elif letter == "P":
                line = lines[row]
                lines[row] = line[:at] + line[at + max(1, number):]
            elif letter == "@":
                line = lines[row].ljust(at)
                lines[row] = line[:at] + " " * max(1, number) + line[at:]
            else:
                raise ValueError(f"what does {part!r} do?")
        elif part == "\r":
            at = 0
        elif part == "\b":
            at = max(0, at - 1)
        elif part == "\n":
            row += 1
            if row == len(lines):
                lines.append("")
        elif part != "\a":
            line = lines[row].ljust(at)
            lines[row] = line[:at] + part + line[at + 1:]
            at += 1
    return [line.rstrip() for line in lines]


class Session:

    def __init__(self, command, env, folder, rows=24, columns=80):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTSTP,
                           signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.chdir(folder)
            # Until now it had the size that says nothing.
            fcntl.ioctl(1, termios.TIOCSWINSZ,
                        struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(command[0], [str(word) for word in command], env)
        self.shown = ""
        self.open = True

    def resize(self, rows, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def keys(self, keys):
        os.write(self.terminal, keys.encode())

    def read(self):
        """Some of what it shows; nothing once it has ended."""
        if not select.select([self.terminal], [], [], LIMIT)[0]:
            raise TimeoutError(f"nothing follows {self.shown[-2000:]!r}")
        try:
            some = os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:  # EIO: nobody writes any more
            some = ""
        self.open = some != ""
        self.shown += some
        return some

    def until(self, *endings):
        """What it shows from now on, to one of `endings`."""
        shown = ""
        while self.open and not shown.endswith(endings):
            shown += self.read()
        return shown

    def type(self, keys, *endings):
        self.keys(keys)
        return self.until(*endings)

    def is_edited(self):
        """Whether its keys are a program's, not the terminal's."""
        return not termios.tcgetattr(self.terminal)[3] & termios.ICANON

    def stop(self):
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def end(self):
        """Reads the rest; the exit status, or minus the signal."""
        while self.open:
            self.read()
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.close()
        return status

    def close(self):
        if self.terminal is None:
            return
        os.close(self.terminal)
        self.terminal = None

    def kill(self):
        """For what is left of it when its test has ended."""
        if self.terminal is not None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.close()

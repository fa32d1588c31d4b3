"""The `tracklens` command: what it runs, and that it passes everything through."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tracklens import command

PROGRAM = """
process.on('SIGTERM', () => process.exit(9));
console.log(process.argv.slice(2).join('|'), process.env.TRACKLENS_COMMAND.split('\\n').at(-1));
process.stdin.on('data', (bytes) => { console.error(`read ${bytes}`); if (`${bytes}` === 'end') process.exit(7); });
"""


class Command(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.program = Path(temporary.name) / "program.mjs"
        self.program.write_text(PROGRAM, "utf-8")

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        start = f"from pathlib import Path; from tracklens import command; command.PROGRAM = Path({str(self.program)!r})"
        program = [sys.executable, "-c", f"{start}; import sys; sys.exit(command.main())", *arguments]
        pipe = subprocess.PIPE
        # As in an activated virtual environment.
        environment = {**os.environ, "PATH": os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))}
        folder = Path(command.__file__).parents[1]
        started = subprocess.Popen(program, cwd=folder, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self.addCleanup(started.kill)
        return started

    def test_arguments_input_output_and_status_are_those_of_the_service(self) -> None:
        started = self.start("open", "/a b", "--print")
        output, errors = started.communicate("end", timeout=60)
        self.assertEqual((output, errors, started.returncode), ("open|/a b|--print tracklens\n", "read end\n", 7))

    @unittest.skipIf(os.name == "nt", "signals of POSIX")
    def test_a_signal_reaches_the_service(self) -> None:
        started = self.start("serve")
        assert started.stdout
        started.stdout.readline()
        started.send_signal(signal.SIGTERM)
        # Before its input is closed, which would end it too.
        self.assertEqual(started.wait(timeout=60), 9)
        started.communicate()

    def test_waiting_for_a_child_returns_its_status(self) -> None:
        # As on Windows, where a process cannot be replaced.
        handlers = {name: signal.getsignal(name) for name in (signal.SIGINT,)}
        self.addCleanup(lambda: [signal.signal(name, handler) for name, handler in handlers.items()])
        self.assertEqual(command._wait([sys.executable, "-c", "raise SystemExit(5)"], dict(os.environ)), 5)

    def test_a_package_without_the_service_says_what_to_do(self) -> None:
        with mock.patch.object(command, "PROGRAM", Path("/nowhere/tracklens.mjs")), mock.patch("sys.stderr") as errors:
            self.assertEqual(command.main(["serve"]), 1)
        self.assertIn("npm run build", str(errors.write.call_args_list))


if __name__ == "__main__":
    unittest.main()

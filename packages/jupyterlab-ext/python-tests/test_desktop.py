"""Where a browser may be opened."""

import os
import unittest
from contextlib import redirect_stdout
from unittest.mock import patch

from test_hostile_answers import KEY, good_answers, serving

from tracklens import connect
from tracklens.desktop import has_desktop, open_page

CASES: list[tuple[str, dict[str, str], bool]] = [
    ("linux", {}, False),
    ("linux", {"DISPLAY": ":0"}, True),
    ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
    ("linux", {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "10.0.0.1 22"}, False),
    ("linux", {"DISPLAY": ":0", "JUPYTERHUB_USER": "ada"}, False),
    ("linux", {"DISPLAY": ":0", "COLAB_RELEASE_TAG": "release"}, False),
    ("darwin", {}, True),
    ("darwin", {"SSH_TTY": "/dev/ttys001"}, False),
    ("win32", {}, True),
]


class Log:
    """Standard output of a training script that only writes, such as to a file and to the former output."""

    text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


class LogOfTerminal(Log):
    """Standard output of comet_ml, which logs what is printed to a terminal."""

    def isatty(self) -> bool:
        return True


class Desktop(unittest.TestCase):
    def test_a_browser_opens_only_on_the_screen_of_the_user(self) -> None:
        for platform, environment, expected in CASES:
            with self.subTest(platform=platform, environment=environment):
                self.assertEqual(has_desktop(environment, platform), expected)

    def test_the_page_is_printed_to_an_output_that_only_writes(self) -> None:
        log = Log()
        with patch.dict(os.environ, {"SSH_TTY": "/dev/pts/1"}), serving(good_answers()) as root:
            with redirect_stdout(log), connect(url=root, api_key="key") as connection:
                connection.display(KEY)
        self.assertEqual(log.text, f"Open this page in a browser: {root}/w/p/{KEY}\n")

    @unittest.skipIf(os.name == "nt", "needs a terminal of POSIX")
    def test_a_sign_in_link_is_printed_to_a_terminal_and_not_to_what_logs_it(self) -> None:
        ours, theirs = os.openpty()
        self.addCleanup(os.close, ours)
        log = LogOfTerminal()
        with patch.dict(os.environ, {"SSH_TTY": "/dev/pts/1"}), open(theirs, "w") as terminal:
            for output in (terminal, log):
                with redirect_stdout(output):
                    open_page("http://127.0.0.1:1/w/p", "http://127.0.0.1:1/sign-in?link=secret", 0, True)
        self.assertIn("sign-in?link=secret", os.read(ours, 1000).decode())
        self.assertEqual(log.text, "Open this page in a browser: http://127.0.0.1:1/w/p\n")


if __name__ == "__main__":
    unittest.main()

"""Where a browser may be opened."""

import unittest

from tracklens.desktop import has_desktop

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


class Desktop(unittest.TestCase):
    def test_a_browser_opens_only_on_the_screen_of_the_user(self) -> None:
        for platform, environment, expected in CASES:
            with self.subTest(platform=platform, environment=environment):
                self.assertEqual(has_desktop(environment, platform), expected)


if __name__ == "__main__":
    unittest.main()

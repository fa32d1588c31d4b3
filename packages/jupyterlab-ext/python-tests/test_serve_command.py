"""The command that messages name to start a local service."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from tracklens.connection_store import StoredConnection
from tracklens.errors import ConfigurationError
from tracklens.serve_command import serve_command


class ServeCommand(unittest.TestCase):
    def test_the_folder_is_quoted_for_the_shell(self) -> None:
        for platform, folder, argument in (
            ("linux", "/data", "/data"),
            ("linux", "/my data", "'/my data'"),
            ("darwin", "/it's", "'/it'\"'\"'s'"),
            ("win32", "D:\\data", "D:\\data"),
            ("win32", "D:\\my data", '"D:\\my data"'),
            ("win32", "D:\\$it's", "'D:\\$it''s'"),
        ):
            with self.subTest(folder):
                self.assertEqual(serve_command(folder, platform), f"tracklens serve --data {argument}")

    def test_only_the_default_folder_is_omitted(self) -> None:
        folder = str(Path.home() / ".tracklens")
        with patch.dict(os.environ, TRACKLENS_DATA=""):
            self.assertEqual(serve_command(folder), "tracklens serve")
        with patch.dict(os.environ, TRACKLENS_DATA="/other"):
            self.assertIn(" --data ", serve_command(folder))
            self.assertEqual(serve_command("/other", "linux"), "tracklens serve --data /other")

    def test_a_message_has_the_quoted_folder(self) -> None:
        temporary = tempfile.TemporaryDirectory(suffix=" with spaces")
        self.addCleanup(temporary.cleanup)
        connection = StoredConnection("b2", "Local", "blue", data_folder=temporary.name)
        with self.assertRaises(ConfigurationError) as raised:
            connection.address()
        self.assertIn(f"`{serve_command(temporary.name)}`", str(raised.exception))

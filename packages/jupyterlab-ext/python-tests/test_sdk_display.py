"""The `display` of comet_ml's experiments, with a module in the place of the SDK's."""

import importlib
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from tracklens import sdk_display

SOURCE = """
class CommonExperiment:
    def display(self): ...
    def display_project(self): ...
"""


class SdkDisplay(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.module = Path(temporary.name) / "comet_ml" / "common_experiment.py"
        self.module.parent.mkdir()
        (self.module.parent / "__init__.py").touch()
        modules = {name: module for name, module in sys.modules.items() if name.partition(".")[0] != "comet_ml"}
        for change in (
            patch.dict(sys.modules, modules, clear=True),
            patch.object(sys, "path", [temporary.name, *sys.path]),
            patch.object(sys, "dont_write_bytecode", True),
        ):
            change.start()
            self.addCleanup(change.stop)
        sdk_display.install()
        self.addCleanup(sdk_display.uninstall)

    def test_it_is_replaced_by_an_import_after_one_that_was_interrupted(self) -> None:
        self.module.write_text(f"{SOURCE}\nraise KeyboardInterrupt\n", "utf-8")
        with self.assertRaises(KeyboardInterrupt):
            importlib.import_module("comet_ml.common_experiment")
        self.module.write_text(SOURCE, "utf-8")
        imported = importlib.import_module("comet_ml.common_experiment")
        self.assertIs(imported.CommonExperiment.display, sdk_display._display)
        sdk_display.uninstall()
        self.assertEqual(imported.CommonExperiment.display.__module__, "comet_ml.common_experiment")

    def test_a_search_for_the_module_changes_nothing(self) -> None:
        self.module.write_text(SOURCE, "utf-8")
        self.assertIsNotNone(importlib.util.find_spec("comet_ml.common_experiment"))
        imported = importlib.import_module("comet_ml.common_experiment")
        self.assertIs(imported.CommonExperiment.display_project, sdk_display._display_project)

    def test_it_can_be_uninstalled_after_the_module_was_removed_and_imported_again(self) -> None:
        self.module.write_text(SOURCE, "utf-8")
        for _ in range(2):
            imported = importlib.import_module("comet_ml.common_experiment")
            self.assertIs(imported.CommonExperiment.display, sdk_display._display)
            del sys.modules["comet_ml.common_experiment"]
        sdk_display.uninstall()
        self.assertEqual(sdk_display._originals, {})


if __name__ == "__main__":
    unittest.main()

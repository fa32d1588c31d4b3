"""Output of a kernel that has no service, started by VS Code."""

import os
import tempfile
import unittest

from jupyter_client.manager import start_new_kernel

KEY = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
VIEW = "application/vnd.tracklens.view.v1+json"


class BareOutput(unittest.TestCase):
    """One kernel for all tests, because a start takes seconds."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.home = tempfile.TemporaryDirectory()
        removed = ("COMET_", "SERVICE_", "TRACKLENS_DATA", "VSCODE_")
        env = {name: value for name, value in os.environ.items() if not name.startswith(removed)}
        cls.manager, cls.client = start_new_kernel(env={**env, "HOME": cls.home.name}, cwd=cls.home.name)
        cls.run_code("import os, tracklens")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.stop_channels()
        cls.manager.shutdown_kernel(now=True)
        cls.home.cleanup()

    @classmethod
    def run_code(cls, code: str) -> list:
        """Returns the content of the outputs of a cell."""
        outputs = []
        kinds = ("display_data", "execute_result", "error")
        keep = lambda message: outputs.append(message["content"]) if message["msg_type"] in kinds else None
        cls.client.execute_interactive(code, timeout=120, output_hook=keep)
        return outputs

    def test_a_kernel_of_vs_code_shows_the_target_for_the_editor_to_draw(self) -> None:
        self.run_code("os.environ['VSCODE_PID'] = '1'")
        [shown] = self.run_code(f"tracklens.display('{KEY}', tab='charts', metrics='loss', height=300)")
        self.assertEqual(
            shown["data"][VIEW],
            {
                "target": {"kind": "experiment", "experimentKey": KEY, "tab": "charts"},
                "state": {"version": 1, "charts": {"metrics": ["loss"]}},
                "height": 300,
            },
        )
        self.assertIn("No service is configured", shown["data"]["text/plain"])
        for call in ("'team', 'vision'", "'team/vision'"):
            [shown] = self.run_code(f"tracklens.display_project({call})")
            target = {"kind": "project", "workspace": "team", "projectName": "vision"}
            self.assertEqual(shown["data"][VIEW]["target"], target)

    def test_a_name_that_only_a_service_can_resolve_raises_the_reason(self) -> None:
        self.run_code("os.environ['VSCODE_PID'] = '1'")
        [error] = self.run_code("tracklens.display('calm-lake')")
        self.assertIn("No service is configured", error["evalue"])

    def test_an_output_without_the_interactive_view_raises_the_reason(self) -> None:
        self.run_code("os.environ['VSCODE_PID'] = '1'")
        for call in (f"display('{KEY}', forms='static')", "display_project('team/vision', forms='static')"):
            [error] = self.run_code(f"tracklens.{call}")
            self.assertIn("No service is configured", error.get("evalue", ""))

    def test_elsewhere_the_reason_is_raised(self) -> None:
        self.run_code("os.environ.pop('VSCODE_PID', None)")
        [error] = self.run_code(f"tracklens.display('{KEY}')")
        self.assertIn("No service is configured", error["evalue"])


if __name__ == "__main__":
    unittest.main()

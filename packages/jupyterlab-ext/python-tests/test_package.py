"""What `import tracklens` costs, offers and says about itself."""

import ast
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import get_args

import tracklens
from tracklens.view_schema import tab_ids

FOLDER = Path(tracklens.__file__).parent


class Package(unittest.TestCase):
    def test_importing_it_loads_nothing_that_only_showing_needs(self) -> None:
        program = "import sys, tracklens; print(*(name for name in sys.modules if name.startswith('tracklens.')), 'httpx' in sys.modules)"
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FOLDER.parent, check=True)
        self.assertEqual(said.stdout.split(), ["tracklens.errors", "tracklens.kernel", "False"])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_process_that_a_kernel_forks_at_once_can_use_it(self) -> None:
        program = """
import os, signal, sys, threading, time, types
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=True))
importing, forked = threading.Event(), threading.Event()

class SlowImportOfThread:
    def find_spec(name, path, target=None):
        if threading.current_thread() is not threading.main_thread():
            importing.set()
            forked.wait(10)

sys.meta_path.insert(0, SlowImportOfThread)
import tracklens
while threading.active_count() > 1 and not importing.is_set():
    time.sleep(0.01)
child = os.fork()
if child == 0:
    signal.alarm(5)
    import tracklens.node_process
    os._exit(0)
forked.set()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
        environment = {**os.environ, "TRACKLENS_NODE": "/nowhere/node"}
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FOLDER.parent, env=environment, check=True)
        self.assertEqual(said.stdout, "0\n", said.stderr)

    def test_in_a_browser_it_says_that_it_cannot_connect(self) -> None:
        program = """
import sys, warnings
sys.platform = "emscripten"
with warnings.catch_warnings(record=True) as caught:
    import tracklens
print(*(warning.message for warning in caught))
for call in (
    lambda: tracklens.display("0123456789abcdef0123456789abcdef"),
    lambda: tracklens.connect("http://127.0.0.1:1", "a key of a service"),
    lambda: tracklens.connect(name="Team"),
    lambda: tracklens.workspaces(),
):
    try:
        call()
    except tracklens.ConfigurationError as error:
        print(error)
"""
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FOLDER.parent, check=True)
        sentences = said.stdout.splitlines()
        self.assertEqual(len(sentences), 5, said.stdout)
        for sentence in sentences:
            self.assertRegex(sentence, "^Python in a browser .* cannot connect to a service: .* Open the notebook in JupyterLab")

    def test_what_it_offers_can_be_found_and_nothing_else(self) -> None:
        for name in tracklens.__all__:
            self.assertIn(name, dir(tracklens))
            self.assertTrue(name == "Tab" or getattr(tracklens, name).__doc__, name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'displays'"):
            tracklens.displays

    def test_the_tabs_of_the_type_are_those_of_the_views(self) -> None:
        self.assertEqual(sorted(get_args(tracklens.Tab)), sorted(tab_ids))

    def test_every_function_has_types_and_every_file_says_what_it_is(self) -> None:
        self.assertTrue((FOLDER / "py.typed").exists())
        for file in FOLDER.rglob("*.py"):
            tree = ast.parse(file.read_text("utf-8"), feature_version=(3, 10))
            self.assertTrue(ast.get_docstring(tree) or not tree.body, f"{file.name} says what it is")
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                    bare = [one.arg for one in given if one.annotation is None and one.arg not in ("self", "cls")]
                    self.assertTrue(node.returns is not None and not bare, f"{file.name}: {node.name} {bare}")


if __name__ == "__main__":
    unittest.main()

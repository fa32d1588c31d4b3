"""What an error of a service says about where its address comes from, and about other local services."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from test_hostile_answers import serving
from test_tracebacks import RECORD

from tracklens.bundle import experiment_bundle
from tracklens.configuration import service_address
from tracklens.connection import Connection
from tracklens.connection_store import ConnectionStore, StoredConnection, StoredConnections
from tracklens.errors import KeyRefused, NotFound, ServiceUnreachable
from tracklens.node_process import node_process
from tracklens.service import Service

STALE = "http://127.0.0.1:9"


class Hints(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name).resolve()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.home)
        names = ("HOME", "USERPROFILE", "SERVICE_", "COMET_", "TRACKLENS_DATA")
        given = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        home = {"HOME": str(self.home), "USERPROFILE": str(self.home)}
        environment = mock.patch.dict(os.environ, {**given, **home}, clear=True)
        environment.start()
        self.addCleanup(environment.stop)

    def publish(self, root: str, name: str = ".tracklens") -> Path:
        """Publishes the address of a local service that runs."""
        folder = self.home / name
        folder.mkdir(exist_ok=True)
        (folder / "api-key").write_text("key-of-the-folder")
        (folder / "service.json").write_text(json.dumps({"url": root}))
        return folder

    def unreachable(self, *arguments: str) -> str:
        """Returns the remedy for a service that does not respond."""
        with Connection(service_address(*arguments)) as connection, self.assertRaises(ServiceUnreachable) as raised:
            connection.workspaces()
        return raised.exception.remedy

    def test_an_outdated_address_is_named_with_the_command_for_its_port(self) -> None:
        os.environ.update(COMET_URL_OVERRIDE=f"{STALE}/clientlib/", COMET_API_KEY="the-key")
        start = (
            "Start it (`tracklens serve --port 9`) or correct its address, "
            "which comes from the environment (COMET_URL_OVERRIDE), then run the cell again."
        )
        self.assertEqual(self.unreachable(), start)
        self.publish("http://127.0.0.1:4711")
        place = "there, or remove the address and the API key in the environment (COMET_API_KEY)."
        self.assertEqual(self.unreachable(), f"{start} A local service runs at http://127.0.0.1:4711: give this address {place}")

    def test_a_settings_file_is_named(self) -> None:
        file = self.home / ".service.config"
        file.write_text(f"[service]\napi_key = the-key\nurl_override = {STALE}\n")
        self.publish("http://127.0.0.1:4711")
        self.assertRegex(self.unreachable(), f"which comes from {file}, .*remove the address and the API key there")

    def test_an_argument_needs_no_explanation(self) -> None:
        self.publish("http://127.0.0.1:4711")
        remedy = "Start it (`tracklens serve --port 9`) or correct its address, then run the cell again."
        self.assertEqual(self.unreachable(STALE, "the-key"), remedy)

    def test_the_active_connection_is_started_in_the_sidebar(self) -> None:
        team = StoredConnection("c1", "Team", "blue", STALE, "the-key")
        store = ConnectionStore()
        store.change(lambda _: StoredConnections((team,), team.id))
        self.assertIn("which comes from the connection “Team”", self.unreachable())
        store.publish(team.address())
        os.environ["SERVICE_CONFIG"] = str(store.active_file)
        self.assertEqual(self.unreachable(), "Start it again in the Tracklens sidebar of JupyterLab, then run the cell again.")

    def test_what_a_service_does_not_have_may_be_in_another_local_one(self) -> None:
        demo = self.publish("http://127.0.0.1:4712", ".tracklens-demo")
        with serving({}) as root:
            os.environ.update(SERVICE_URL_OVERRIDE=root, SERVICE_API_KEY="the-key")
            with Connection(service_address()) as connection, self.assertRaises(NotFound) as raised:
                connection.experiments("demo", "digits")
        source = "The address of the service comes from the environment (SERVICE_URL_OVERRIDE)."
        call = f'tracklens.connect("http://127.0.0.1:4712", open({json.dumps(str(demo / "api-key"))}).read())'
        self.assertTrue(raised.exception.remedy.endswith(f"{source} Another local service runs at http://127.0.0.1:4712: {call}."))

    def test_a_key_that_is_refused_may_hide_a_local_service(self) -> None:
        self.publish("http://127.0.0.1:4711")
        with serving({}, status=401) as root:
            os.environ.update(SERVICE_URL_OVERRIDE=root, SERVICE_API_KEY="the-key")
            with Connection(service_address()) as connection, self.assertRaisesRegex(KeyRefused, "Another local service runs at"):
                connection.workspaces()

    def test_an_output_names_the_service_once_and_the_same_remedy(self) -> None:
        self.addCleanup(node_process._end)
        with Service(service_address(STALE, "the-key")) as service, self.assertRaises(ServiceUnreachable) as raised:
            experiment_bundle(service, RECORD, None)
        self.assertEqual(raised.exception.message, f"The service {STALE} cannot be reached.")
        self.assertRegex(raised.exception.remedy, "^Start it ")


if __name__ == "__main__":
    unittest.main()

"""Experiments are found by names with slashes, and by page addresses of an earlier start of a local service."""

import io
import os
import unittest
from contextlib import ExitStack, redirect_stdout
from unittest.mock import patch

from test_hostile_answers import KEY, good_answers, serving

from tracklens import connect, display
from tracklens.address import ServiceAddress
from tracklens.connection import Connection
from tracklens.errors import NotFound, TracklensError
from tracklens.page_address import experiment_path


def answers_of(name: str) -> dict:
    record = {"experimentKey": KEY, "experimentName": name, "workspaceName": "w", "projectName": "p"}
    return {
        "workspaces": {"workspaceNames": ["w"]},
        "experiments": {"experiments": [record]},
        "experiment/metadata": record,
    }


class References(unittest.TestCase):
    def connection(self, name: str, *, projects: int = 1) -> Connection:
        """Returns a connection to a service that lists one experiment in each of its projects."""
        opened = ExitStack()
        self.addCleanup(opened.close)
        listed = [{"projectId": str(number), "projectName": f"p{number}"} for number in range(projects)]
        root = opened.enter_context(serving({**answers_of(name), "projects": {"projects": listed}}))
        return opened.enter_context(Connection(ServiceAddress(root, "key", "a test")))

    def test_a_name_may_contain_slashes(self) -> None:
        for name in ("resnet/lr=0.1", "resnet/2026/lr=0.1", "a/b/c/d", "/a//b/"):
            connection = self.connection(name)
            with self.subTest(name):
                self.assertEqual(connection.experiment(name).key, KEY)
                self.assertEqual(connection.experiment(f"w/p/{name}").key, KEY)

    def test_an_experiment_that_is_linked_into_another_project_is_found_by_its_name(self) -> None:
        self.assertEqual(self.connection("run 1", projects=2).experiment("run 1").key, KEY)

    def test_half_of_a_character_is_an_error_of_this_package(self) -> None:
        connection = self.connection("one")
        for call in (lambda: connection.experiments("w", "\ud800"), lambda: connection.experiment("\ud800/p/one")):
            with self.assertRaisesRegex(NotFound, "half of a character"):
                call()

    def test_a_name_that_is_nearly_one_with_slashes_is_suggested(self) -> None:
        with self.assertRaisesRegex(NotFound, "Did you mean 'resnet/2026/lr=0.1'"):
            self.connection("resnet/2026/lr=0.1").experiment("resnet/2026/lr=0.2")
        with self.assertRaisesRegex(NotFound, "project a/b has no experiment 'c/d'.*Give its key"):
            self.connection("other").experiment("a/b/c/d")

    def test_a_page_of_an_earlier_start_is_recognized_on_a_local_service(self) -> None:
        connection = self.connection("one")
        for root in (connection.url, connection.url.replace("127.0.0.1", "localhost"), "http://127.0.0.1:1", "http://[::1]:80"):
            with self.subTest(root):
                self.assertEqual(connection.experiment(f"{root}/w/p/{KEY}?experiment-tab=chart#x").key, KEY)

    def test_a_page_of_another_service_is_not(self) -> None:
        local, remote = (ServiceAddress(root, "key", "a test") for root in ("http://127.0.0.1:2", "https://tracker.example"))
        for address, page in ((local, "https://tracker.example/w/p/a"), (remote, "http://127.0.0.1:2/w/p/a"), (local, "http://[/w/p/a")):
            self.assertEqual(experiment_path(address, page), page)
        self.assertEqual(experiment_path(remote, "https://tracker.example/w/p%20q/archive/a"), "w/p q/a")


class Overlaid(unittest.TestCase):
    def test_experiments_of_two_services_are_not_shown_as_those_of_one(self) -> None:
        with serving(good_answers()) as root, serving(good_answers()) as other:
            runs = [connect(url=one, api_key="key").experiment(KEY) for one in (root, other)]
            with self.assertRaisesRegex(TracklensError, f"belong to several services: {root} and {other}. Display those of one"):
                display(runs)

    def test_outside_of_a_notebook_the_page_is_arranged_as_the_named_view(self) -> None:
        answers = {**good_answers(), "project/named-views": {"views": [{"viewId": "v1", "viewName": "smooth", "state": {"version": 1}}]}}
        with serving(answers) as root, connect(url=root, api_key="key") as connection, patch.dict(os.environ, SSH_TTY="/dev/pts/1"):
            with redirect_stdout(io.StringIO()) as printed:
                connection.display([KEY], view="smooth")
        self.assertEqual(printed.getvalue(), f"Open this page in a browser: {root}/w/p?viewId=v1\n")

    def test_more_experiments_than_a_view_can_select_are_rejected(self) -> None:
        records = [{"experimentKey": f"{at:032}", "workspaceName": "w", "projectName": "p"} for at in range(10_001)]
        with serving({"experiments": {"experiments": records}}) as root, connect(url=root, api_key="key") as connection:
            with self.assertRaisesRegex(TracklensError, "10,001 experiments are more than a view can show. Display at most 10,000"):
                display(connection.experiments("w", "p"))


if __name__ == "__main__":
    unittest.main()

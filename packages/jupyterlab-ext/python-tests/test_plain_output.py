"""Output on a machine without Node.js."""

import os
import unittest
from unittest.mock import patch

from test_hostile_answers import KEY, good_answers, serving

from tracklens.address import ServiceAddress
from tracklens.bundle import experiment_bundle
from tracklens.node_process import node_process
from tracklens.service import Service
from tracklens.view_schema import view_mime_type


class PlainOutput(unittest.TestCase):
    def setUp(self) -> None:
        # A process that runs needs no other Node.js.
        node_process._end()
        environment = patch.dict(os.environ, {"TRACKLENS_NODE": "/nowhere/node"})
        environment.start()
        self.addCleanup(environment.stop)

    def bundle(self, answers=None, **options) -> dict:
        with serving(answers or good_answers()) as root, Service(ServiceAddress(root, "key", "a test")) as service:
            return experiment_bundle(service, {"experimentKey": KEY, "workspaceName": "w", "projectName": "p"}, None, **options)

    def test_it_has_what_to_show_and_tables(self) -> None:
        shown = self.bundle()
        self.assertEqual(shown[view_mime_type]["target"], {"kind": "experiment", "experimentKey": KEY})
        self.assertIn("<td>loss</td>", shown["text/html"])
        self.assertRegex(shown["text/plain"], r"(?m)^lr +0\.1$")

    def test_it_has_the_forms_that_were_asked_for(self) -> None:
        self.assertEqual({*self.bundle(forms="static")}, {"text/html", "text/plain"})
        self.assertIs(self.bundle(forms="without-images")[view_mime_type].get("images"), False)
        self.assertNotIn("images", self.bundle(forms="all")[view_mime_type])

    def test_a_value_of_zero_is_shown(self) -> None:
        answers = {**good_answers(), "experiment/parameters": {"values": [{"name": "lr", "valueCurrent": 0}]}}
        self.assertRegex(self.bundle(answers)["text/plain"], r"(?m)^lr +0$")


if __name__ == "__main__":
    unittest.main()

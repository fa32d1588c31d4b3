"""What was read from a service becomes records and copies without its connection, and no pickle."""

import copy
import dataclasses
import pickle
import unittest
from contextlib import ExitStack

import pandas
from test_hostile_answers import KEY, good_answers, serving

from tracklens.address import ServiceAddress
from tracklens.connection import Connection

API_KEY = "aKeyThatNoPickleContains"
ANSWERS = {
    **good_answers(),
    "projects": {"projects": [{"projectName": "p"}]},
    "registry-model": {"registryModels": [{"modelName": "m"}]},
    "registry-model/details": {"versions": [{"version": "1.0.0"}]},
    "artifacts/get-all": {"artifacts": [{"name": "a"}]},
    "artifacts/get": {"versions": [{"version": "2.0.0", "artifactVersionId": "v"}]},
    "artifacts/version/files": {"files": [{"assetId": "f", "fileName": "file"}]},
    "experiment/asset/list": {"assets": [{"assetId": "b", "fileName": "image", "type": "image"}]},
    "experiment/asset/get-asset": {},
}


class Copies(unittest.TestCase):
    def setUp(self) -> None:
        opened = ExitStack()
        self.addCleanup(opened.close)
        root = opened.enter_context(serving(ANSWERS))
        self.connection = opened.enter_context(Connection(ServiceAddress(root, API_KEY, "a test")))
        self.runs = self.connection.experiments("w", "p")
        (self.model,), (self.artifact,) = self.connection.models("w"), self.connection.artifacts("w")
        lists = [self.connection.projects("w"), [self.model], [self.artifact], self.model.versions, self.artifact.versions]
        self.lists = [*lists, self.artifact.versions[0].files, self.runs[0].assets]

    def test_records_and_data_frames_have_only_data(self) -> None:
        for listed in self.lists:
            with self.subTest(type(listed[0]).__name__):
                record = dataclasses.asdict(listed[0])
                self.assertEqual([name for name in record if name.startswith("_") or "source" in name], [])
                self.assertNotIn(API_KEY, str(record))
                self.assertEqual(list(pandas.DataFrame(listed).columns), list(record))

    def test_copies_read_from_the_same_service(self) -> None:
        self.assertEqual(copy.deepcopy(self.connection)._service, self.connection._service)
        self.assertEqual(copy.deepcopy(self.runs), self.runs)
        self.assertEqual(copy.deepcopy(self.artifact).versions[0].files[0].read(), b"{}")
        self.assertEqual(copy.deepcopy(self.model).versions[0].version, "1.0.0")

    def test_a_pickle_would_contain_the_key(self) -> None:
        pickled = (self.connection, self.runs, self.runs[0], *(listed[0] for listed in self.lists if listed != self.model.versions))
        for one in pickled:
            with self.subTest(repr(one)), self.assertRaisesRegex(TypeError, "cannot be pickled.*API key"):
                pickle.dumps(one)

    def test_a_list_of_experiments_names_its_tables(self) -> None:
        with self.assertRaisesRegex(AttributeError, r"to_pandas\(\)"):
            pandas.DataFrame(self.runs)
        self.assertFalse(hasattr(self.runs, "iloc"))
        self.assertEqual(self.runs[0].key, KEY)


if __name__ == "__main__":
    unittest.main()

"""The proxy carries rows of the contract and nothing else."""

import unittest

from tracklens.proxy.contract_rows import contract_rows, row_of


class Rows(unittest.TestCase):
    def test_a_row_is_found_by_method_and_path(self) -> None:
        row = row_of("GET", "/api/rest/v2/experiment/metadata")
        self.assertTrue(row is not None and row.reads)

    def test_a_write_by_get_is_a_write(self) -> None:
        row = row_of("GET", "/api/rest/v2/write/experiment/archive")
        self.assertTrue(row is not None and not row.reads)

    def test_taking_the_calls_of_a_run_is_a_write(self) -> None:
        row = row_of("GET", "/clientlib/rpc/get-pending-rpcs")
        self.assertTrue(row is not None and not row.reads)

    def test_a_read_with_arguments_in_a_body_is_a_read(self) -> None:
        row = row_of("POST", "/api/rest/v2/experiments/multi-metric-chart")
        self.assertTrue(row is not None and row.reads)

    def test_everything_else_is_refused(self) -> None:
        for method, path in (
            ("POST", "/api/rest/v2/experiment/metadata"),
            ("DELETE", "/api/rest/v2/experiment/metadata"),
            ("GET", "/api/rest/v2/experiment/metadata/"),
            ("GET", "//evil.example/api/rest/v2/experiment/metadata"),
            ("GET", "/api/rest/v2/../../admin"),
            ("GET", "/api/rest/v2/experiment/%6Detadata"),
            ("GET", "/api/rest/v2/experiment/metadata\n"),
            ("GET", ""),
            ("GET", "@evil.example"),
        ):
            with self.subTest(path=path):
                self.assertIsNone(row_of(method, path))

    def test_a_named_segment_is_one_segment_and_never_a_way_up(self) -> None:
        named = [row for row in contract_rows() if "[^/?#]+" in row.pattern.pattern]
        self.assertTrue(named, "the contract has rows with named segments")
        for row in named:
            shape = row.pattern.pattern.replace("\\", "")
            path = shape.replace(r"(?!.{1,2}(?:/|Z))(?!%2[eE])[^/?#]+", "{}")
            self.assertTrue(row.pattern.fullmatch(path.replace("{}", "a%20b")), path)
            for segment in ("..", ".", "", "a/b", "%2e%2e", "a?b"):
                self.assertIsNone(row.pattern.fullmatch(path.replace("{}", segment)), (path, segment))


if __name__ == "__main__":
    unittest.main()

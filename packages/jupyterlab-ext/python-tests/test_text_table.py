"""Tables of values in terminals and in exports without HTML."""

import unittest

from IPython.lib.pretty import pretty

from tracklens.experiment_list import ExperimentList
from tracklens.experiment_details import Experiment
from tracklens.text_table import text_lines


def experiments(names):
    records = [{"experimentKey": f"{at:032}", "experimentName": name, "workspaceName": "w", "projectName": "p"} for at, name in enumerate(names)]
    return ExperimentList(None, [Experiment(None, record) for record in records])


class TextTables(unittest.TestCase):
    def test_a_list_is_a_table_in_a_terminal_and_short_within_another_value(self):
        listed = experiments(["one", "a\x1b[31m\nred", "x" * 100])
        lines = pretty(listed).split("\n")
        self.assertEqual(lines[0], "3 experiments")
        self.assertRegex(lines[1], r"^experiment +state +project +start \(UTC\) +duration$")
        self.assertRegex(lines[2], r"^one {58} +\w+ +w / p")
        self.assertRegex(lines[3], r"^a \[31m red ")
        self.assertRegex(lines[4], r"^x{59}… ")
        self.assertEqual(len(lines), 5)
        self.assertEqual(pretty([listed]), "[<ExperimentList: 3 experiments>]")
        self.assertEqual(repr(listed), "<ExperimentList: 3 experiments>")

    def test_long_and_empty_lists_state_their_number(self):
        self.assertEqual(pretty(experiments(str(at) for at in range(1300))).split("\n")[-1], "1,280 more")
        self.assertEqual(pretty(experiments([])), "0 experiments")
        self.assertEqual(text_lines([["a"], ["b"]], 1), ["a", "b"])


if __name__ == "__main__":
    unittest.main()

"""The words of a `%tracklens` line."""

import io
import unittest
from contextlib import redirect_stdout

from tracklens.errors import TracklensError
from tracklens.magics import query_arguments, tracklens


class QueryLine(unittest.TestCase):
    def test_a_name_is_a_shell_word_and_the_query_the_rest_as_written(self) -> None:
        for line, expected in (
            ('query demo digits Tag("best")', ("demo", "digits", 'Tag("best")')),
            ('query demo "my project" Tag("best")', ("demo", "my project", 'Tag("best")')),
            ("query 'my team' digits Metric(\"loss\") < 1", ("my team", "digits", 'Metric("loss") < 1')),
            ('query demo my\\ project Tag("best")', ("demo", "my project", 'Tag("best")')),
            ('query demo "a \\"b\\"" Tag("c\\\\d  \'e")', ("demo", 'a "b"', 'Tag("c\\\\d  \'e")')),
            ('  query  my" "team  it\\\'s  Tag("best")  ', ("my team", "it's", 'Tag("best")')),
        ):
            self.assertEqual(query_arguments(line), expected)

    def test_another_line_has_no_query(self) -> None:
        for line in ("query demo digits", 'query demo "my project', 'query demo "my project Tag("best")', "projects demo", ""):
            self.assertIsNone(query_arguments(line))


class Help(unittest.TestCase):
    def test_help_is_printed_for_every_way_to_ask_for_it(self) -> None:
        for line in ("", "help", "--help", "-h", "display --help", "query --help", "projects -h"):
            with self.subTest(line), redirect_stdout(io.StringIO()) as printed:
                tracklens(line)
            self.assertRegex(printed.getvalue(), r"(?m)^%tracklens query WORKSPACE PROJECT QUERY$")

    def test_a_mistake_is_answered_with_the_usage(self) -> None:
        for line, usage in (
            ("list", "(?s)query.*\n%tracklens display EXPERIMENT.*\n%tracklens query WORKSPACE"),
            ("display", r"required: experiment\. Usage:\n%tracklens display EXPERIMENT .*\[--clear\]$"),
            ("projects", r"Usage:\n%tracklens projects WORKSPACE$"),
            ("project demo digits --height high", r"Usage:\n%tracklens project WORKSPACE PROJECT .*$"),
        ):
            with self.subTest(line), self.assertRaisesRegex(TracklensError, usage):
                tracklens(line)


if __name__ == "__main__":
    unittest.main()

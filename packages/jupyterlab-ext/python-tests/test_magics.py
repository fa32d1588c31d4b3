"""The words of a `%tracklens` line."""

import unittest

from tracklens.magics import query_arguments


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


if __name__ == "__main__":
    unittest.main()

"""A picture in less text is the same picture."""

import unittest

from tracklens.compact_svg import compact_svg


class CompactSvg(unittest.TestCase):
    def test_pixels_are_rounded_and_lines_go_by_steps(self) -> None:
        given = '<path class="mark" d="M0.04,10.25L1.26,-3L1.26,-3.06" transform="translate(0.5,-1.25)" stroke="#123456"/>'
        self.assertEqual(compact_svg(given), '<path d="M0,10.3l1.3,-13.3l0,-0.1" transform="translate(0.5,-1.2)" stroke="#123456"/>')

    def test_other_paths_keep_their_commands(self) -> None:
        self.assertEqual(compact_svg('<path d="M-.8,-.8A1.123,2,0,0,1,3.999,4e-7Z"/>'), '<path d="M-.8,-.8A1.1,2,0,0,1,4,4e-7Z"/>')

    def test_what_people_wrote_stays_as_it_is(self) -> None:
        text = '<text aria-label="x">1.23456 class="y" M1.234,5 &lt;b&gt;</text>'
        self.assertEqual(compact_svg(text), text.replace(' aria-label="x"', ""))

    def test_the_font_is_named_once(self) -> None:
        one = ' font-family="A, \'B\'"'
        given = f'<svg class="marks" width="9"><text{one}>a</text><text{one}>b</text></svg>'
        self.assertEqual(compact_svg(given), f'<svg{one} width="9"><text>a</text><text>b</text></svg>')


if __name__ == "__main__":
    unittest.main()

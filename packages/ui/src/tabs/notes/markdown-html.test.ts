import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownHtml } from './markdown-html.ts';

/** Returns a text of about 60,000 characters. */
const long = (part: string): string => part.repeat(Math.ceil(60_000 / part.length));

for (const [what, text] of [
  ['nested quotes', long('> ')],
  ['nested lists', long('1. ')],
  ['opening emphasis', long('*a ')],
  ['emphasis of other marks', long('_a ')],
  ['escaped marks', long('\\*')],
  ['code in one paragraph', long('`a` ')],
  ['links in one paragraph', long('[a](b) ')],
  ['tags in one paragraph', long('<b>a</b> ')],
  ['lines of one list item', `- a\n${long('b\n')}`],
  ['lines that continue quotes', long('> > a\nb\n')],
  ['lines that continue lists in a quote', long('> - a\nb\n')],
  ['underlined headings', long('a\n-\n')],
  ['a long address that is repeated', `[a]: ${'x'.repeat(20_000)}\n\n${'[a]\n\n'.repeat(2000)}`],
  ['more cells than a page shows', `|a|b|\n|-|-|\n${long('|a|b|\n')}`],
  ['more characters than a page shows', 'a'.repeat(200_001)],
] as const) {
  test(`${what}: no HTML, instead of a page that does not respond`, () => assert.equal(markdownHtml(text), null));
}

test('a long document and a long table are formatted', () => {
  const part =
    '## Run 12\n\nThe loss of `model_a` went down to **0.12**, see [the run](https://x.example/a).\n\n- a\n- b\n\n';
  assert.match(markdownHtml(part.repeat(600)) ?? '', /^<h2>Run 12<\/h2>\n<p>The loss of <code>/);
  assert.match(markdownHtml(`|a|b|\n|-|-|\n${'|`x_1`|**2**|\n'.repeat(2000)}`) ?? '', /^<table>/);
  assert.match(markdownHtml('> '.repeat(40)) ?? '', /^(?:<blockquote>\n){40}/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from 'marked';
import { markdownHtml } from './markdown-html.ts';

/** Returns a text of about 195,000 characters. */
const long = (part: string): string => part.repeat(Math.ceil(195_000 / part.length));

/** A data image of about 600 kB. */
const image = `data:image/png;base64,${'iVBORw0K'.repeat(75_000)}`;

for (const [what, text] of [
  ['nested quotes', long('> ')],
  ['nested lists', long('1. ')],
  ['opening emphasis', long('*a ')],
  ['emphasis of other marks', long('_a ')],
  ['escaped marks', long('\\*')],
  ['escaped brackets', `[a]: b\n\n${long('\\[')}`],
  ['code in one paragraph', long('`a` ')],
  ['links in one paragraph', long('[a](b) ')],
  ['tags in one paragraph', long('<b>a</b> ')],
  ['a link with much space', `[a](${long(' ')}`],
  ['an address that ends with marks', `www.a${long('!')}`],
  ['lines of one list item', `- a\n${long('b\n')}`],
  ['lines that continue quotes', long('> > a\nb\n')],
  ['lines that continue lists in a quote', long('> - a\nb\n')],
  ['underlined headings', long('a\n-\n')],
  ['a line of tildes', `a\n${long('~')}`],
  ['a long address that is repeated', `[a]: ${'x'.repeat(20_000)}\n\n${'[a]\n\n'.repeat(2000)}`],
  ['a long image that is repeated', `[a]: ${image}\n\n${'![a]\n\n'.repeat(40)}`],
  ['more cells than a page shows', `|a|b|\n|-|-|\n${long('|a|b|\n')}`],
  ['more columns and rows than a page shows', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|\n'.repeat(90_000)}`],
  ['more characters than a page shows', 'a'.repeat(200_001)],
] as const) {
  test(`${what}: no HTML, instead of a page that does not respond`, () => assert.equal(markdownHtml(text, 50), null));
}

for (const [what, text] of [
  [
    'a long document',
    '## Run 12\n\nThe loss of `model_a` is **0.12**, see [the run](https://x.example/a).\n\n- a\n- b\n\n'.repeat(600),
  ],
  ['a long table', `|a|b|\n|-|-|\n${'|`x_1`|**2**|\n'.repeat(2000)}`],
  ['nested quotes', '> '.repeat(40)],
  ['lines of a log in one paragraph', '[2024-01-01 10:00:00] INFO train_loop loss=0.1234\n'.repeat(800)],
  ['escaped lines of a log', '\\[2024-01-01 10:00:00\\] INFO train\\_loop loss=0.1234\n'.repeat(1200)],
  ['many short paragraphs', 'Epoch done, loss 0.12.\n\n'.repeat(3000)],
  ['many sections with a table', '## Run 12\n\n|a|b|\n|-|-|\n|1|2|\n|3|4|\n\ntext text text text\n\n'.repeat(2500)],
  ['many settings in one paragraph', '`learning_rate`: 0.001 (was `0.01`)\n'.repeat(1000)],
  ['a nested list', '- Fixed a thing\n  - in `module_a`\n  - in `module_b`\n'.repeat(500)],
  [
    'data images',
    `# Result\n\n![a](${image})\n\n<img src="${image}">\n\n![b][c] and ![c]\n\n[c]: ${image.slice(0, -8)}\n`,
  ],
] as const) {
  // With much time, since the machine may be busy.
  test(`${what}: formatted`, () => assert.ok(markdownHtml(text, 20_000) === marked.parse(text, { async: false })));
}

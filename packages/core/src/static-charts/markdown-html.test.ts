import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markdownHtml } from './markdown-html.ts';

const link = (address: string, label: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;

for (const [name, markdown, html] of [
  ['headings', '# One\n## Two ##\n#### Four\n#no', '<h4>One</h4><h5>Two</h5><h6>Four</h6><p>#no</p>'],
  ['paragraphs', 'a\nb\n\nc  \nd', '<p>a\nb</p><p>c<br>d</p>'],
  [
    'emphasis',
    '**a _b_** *c* __d__ ~~e~~ f_g_h 2*3*4',
    '<p><strong>a <em>b</em></strong> <em>c</em> <strong>d</strong> <del>e</del> f_g_h 2<em>3</em>4</p>',
  ],
  ['code', '`a <b>` ``c``', '<p><code>a &lt;b&gt;</code> <code>c</code></p>'],
  ['code blocks', '```python\nif a < b:\n    *c*\n```\nd', '<pre>if a &lt; b:\n    *c*</pre><p>d</p>'],
  ['a code block without an end', '~~~\na', '<pre>a</pre>'],
  ['lists', '- a\n- b\n  - c\n  - d\n- e', '<ul><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ul>'],
  ['numbered lists', '3. a\n4. b\n\nc', '<ol start="3"><li>a</li><li>b</li></ol><p>c</p>'],
  ['lists of other kinds', '- a\n1. b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
  ['quotes', '> a\n> - b\n\nc', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote><p>c</p>'],
  ['rules', 'a\n\n---\n* * *', '<p>a</p><hr><hr>'],
  ['tables', '| a | b |\n|---|---|\n| *1* | 2 |', '<pre>| a | b |\n|---|---|\n| *1* | 2 |</pre>'],
  ['escaped signs', String.raw`\*a\* \<b\>`, '<p>*a* &lt;b&gt;</p>'],
  ['links', '[*x* & y](https://a.b/?c=1&d=2 "t")', `<p>${link('https://a.b/?c=1&amp;d=2', '<em>x</em> &amp; y')}</p>`],
  ['bare addresses', 'see https://a.b/c_d_e.', `<p>see ${link('https://a.b/c_d_e', 'https://a.b/c_d_e')}.</p>`],
  ['other addresses', '[a](javascript:alert(1)) [b](data:text/html,x) [c](//d)', '<p>[a](javascript:alert(1)) b c</p>'],
  [
    'images',
    '![loss](https://a.b/c.png) ![d](data:image/png;base64,AA)',
    `<p>${link('https://a.b/c.png', 'loss')} d</p>`,
  ],
  [
    'markup',
    '<script>alert(1)</script>\n<img src=x onerror=y>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;\n&lt;img src=x onerror=y&gt;</p>',
  ],
] as const) {
  test(`notes: ${name}`, () => assert.equal(markdownHtml(markdown), html));
}

test('notes become only elements that are expected, which are closed, and no text is lost', () => {
  const pieces = [
    '#',
    ' ',
    '\n',
    '- ',
    '1. ',
    '> ',
    '```',
    '`',
    '*',
    '**',
    '_',
    '~~',
    '[',
    '](',
    ')',
    '<b>',
    '"',
    "'",
    '&',
  ];
  const piece = fc.constantFrom(...pieces, '|', '\\', 'javascript:x', 'https://a.b', 'word', 'é', '    ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const html = markdownHtml(parts.join(''));
      const open: string[] = [];
      for (const [tag, end, name, given] of html.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
        assert.match(name!, /^(?:h[456]|p|ul|ol|li|pre|code|strong|em|del|blockquote|hr|br|a)$/, tag);
        if (given !== '')
          assert.match(tag, /^<(?:a href="https?:[^"<>]*" target="_blank" rel="noopener noreferrer"|ol start="\d+")>$/);
        if (end) assert.equal(open.pop(), name);
        else if (name !== 'hr' && name !== 'br') open.push(name!);
      }
      assert.deepEqual(open, []);
      const count = (text: string, word: string) => text.split(word).length - 1;
      const text = parts.join('').replace(/(?:```+|~~~+) *[\w+#.-]*$/gm, '');
      // The address of a link that is none is left out.
      if (!text.includes('](')) assert.ok(count(html.replace(/<[^>]*>/g, ''), 'word') >= count(text, 'word'));
    }),
    { numRuns: 2000 },
  );
});

test('notes of the maximum size are written fast', () => {
  for (const piece of [
    '*',
    '_',
    '**a',
    '[',
    '`',
    '> ',
    '- ',
    '![](',
    'https://',
    '__a ',
    '\\',
    '| ',
    '~~',
    '  ',
    '\t',
  ]) {
    const started = process.cpuUsage();
    markdownHtml(`a${piece.repeat(12_000 / piece.length)}b`);
    markdownHtml(piece.repeat(12_000 / piece.length));
    const { user } = process.cpuUsage(started);
    assert.ok(user < 500_000, `${JSON.stringify(piece)}: ${user} µs`);
  }
});

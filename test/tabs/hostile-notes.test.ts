import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tabStories } from '../gallery/tab-stories.ts';
import { viewStage } from '../ui/view-stage.ts';

/*
 * Hostile content of notes. Everybody with write access to an experiment can write its notes.
 */

/** Allowed attributes; `rel` is added by the sanitizer. */
const allowedAttributes = 'align alt checked colspan disabled href rel rowspan src start title type'.split(' ');
const allowedTags = (
  'a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img input kbd li ol p pre s span strong sub sup ' +
  'table tbody td th thead tr ul'
).split(' ');

const cover = 'position:fixed;inset:0;z-index:9999;background:#fff url(https://evil.example/seen)';
/** Attributes that style, name, load, submit, edit or run. */
const attributes = [
  `style="${cover}"`,
  `STYLE='${cover}'`,
  'class="tl-header"',
  'id="view"',
  'name="page"',
  'onclick="window.hacked=1"',
  'onmouseover=window.hacked=1',
  'onfocus="window.hacked=1" autofocus tabindex="0"',
  'data-state="running"',
  'aria-label="Delete"',
  'role="button"',
  'contenteditable',
  'hidden',
  'target="_top"',
  'download="x"',
  'ping="https://evil.example/ping"',
  'background="https://evil.example/seen"',
  'bgcolor="red"',
  'width="4000" height="4000"',
  'srcset="https://evil.example/seen 1x"',
  'slot="x" is="x-evil"',
  'popover',
  'xmlns="http://www.w3.org/2000/svg"',
];
const attributeMarkup = attributes.flatMap((attribute, index) => [
  `<div ${attribute}>text ${index}</div>`,
  `<span ${attribute}>text ${index}</span>`,
  `<a href="https://example.org/${index}" ${attribute}>text ${index}</a>`,
  `<img alt="image ${index}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" ${attribute}>`,
]);
const elements = [
  `<style>* { ${cover} }</style>`,
  '<script>window.hacked = 1</script>',
  '<iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<form action="https://evil.example/"><input name="q"><button formaction="https://evil.example/">go</button></form>',
  '<input type="password"><input type="file"><input type="image" src="https://evil.example/seen"><input>',
  '<input type="checkbox" checked><input type="checkbox" onchange="window.hacked=1">',
  '<svg onload="window.hacked=1"><style>*{display:none}</style><use href="https://evil.example/seen#x"/></svg>',
  '<math><mtext><img src=x onerror="window.hacked=1"></mtext></math>',
  '<video src="https://evil.example/seen" autoplay></video><audio src="https://evil.example/seen"></audio>',
  '<object data="https://evil.example/"></object><embed src="https://evil.example/">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/seen">',
  '<template><img src=x onerror="window.hacked=1"></template><details open ontoggle="window.hacked=1">x</details>',
  '<dialog open>x</dialog><textarea autofocus onfocus="window.hacked=1"></textarea><select><option>x</select>',
  '<x-evil>x</x-evil><marquee onstart="window.hacked=1">x</marquee><font size="7">x</font>',
  '<img src="https://evil.example/seen" alt="far"><img src="//evil.example/seen"><img src="/api/page/session">',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+"><img src="data:text/html;base64,PGI+">',
  ...[
    'javascript:window.hacked=1',
    'JaVa&#x09;script:window.hacked=1',
    'data:text/html,x',
    'vscode://x',
    'file:///x',
  ].map((address) => `<a href="${address}">x</a>`),
  '<a href="//evil.example/">x</a><a href="/local">x</a><a href="#view">x</a><a href="ftp://x">x</a>',
];
const markdown = [
  '[x](javascript:window.hacked=1)',
  '![x](https://evil.example/seen)',
  '- [x] done',
  '<https://example.org>',
];
const notes = [...attributeMarkup, ...elements, ...markdown].join('\n\n');

/** Texts that take Markdown parsers all of the stack, or quadratic time. */
const deep = `${'> '.repeat(2500)}x`;
const slow = '*a '.repeat(7000);

/** No content security policy: it would hide what the sanitizer misses. */
const noPolicy = { policy: null };

describe('notes from untrusted authors', () => {
  const stage = viewStage(async (service) => {
    const experimentWith = async (value: string) => {
      const experimentKey = await service.experiment();
      await service.call('POST', '/api/rest/v2/write/experiment/log-other', { experimentKey, key: 'notes', value });
      return experimentKey;
    };
    return {
      experimentKey: await experimentWith(notes),
      deep: await experimentWith(deep),
      slow: await experimentWith(slow),
    };
  }, noPolicy);

  test('have text, links and inline images; nothing that styles, names, loads or runs', () =>
    stage.showing(
      async ({ page }) => {
        await page.waitForSelector(tabStories.notes.content);
        const found = await page.locator('.tl-markdown *').evaluateAll((all) =>
          all.map((element) => ({
            tag: element.localName,
            attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
          })),
        );
        const count = (tag: string) => found.filter((one) => one.tag === tag).length;
        for (const tag of ['div', 'span', 'a']) assert.ok(count(tag) > 20, `the text is shown: ${tag}`);
        for (const { tag, attributes: left } of found) {
          assert.ok(allowedTags.includes(tag), tag);
          for (const name of Object.keys(left)) assert.ok(allowedAttributes.includes(name), `${tag} ${name}`);
          if (left.href !== undefined) assert.match(left.href, /^https?:\/\//);
          if (left.src !== undefined) assert.match(left.src, /^data:image\/(?:png|jpeg|gif|webp);base64,/);
          if (tag === 'a') assert.equal(left.rel, 'noopener noreferrer');
          if (tag === 'img') assert.notEqual(left.src, undefined);
          if (tag === 'input') assert.deepEqual([left.type, 'disabled' in left], ['checkbox', true]);
        }
        const addresses = found.map(({ attributes: { href } }) => href ?? '');
        assert.ok(addresses.includes('https://example.org/0') && addresses.includes('https://example.org'));
        assert.ok(!(await page.evaluate(() => 'hacked' in window)));
      },
      { options: { target: { kind: 'experiment', experimentKey: stage.seeded.experimentKey, tab: 'notes' } } },
    ));

  for (const [what, text] of Object.entries({ deep, slow })) {
    test(`that are too ${what} to be formatted are shown as text`, () =>
      stage.showing(
        async ({ page }) => {
          const source = page.getByRole('region', { name: 'Source', exact: true });
          assert.equal((await source.textContent())?.trim(), text.trim());
          await page.getByText('This text is too long or too complex to be formatted.').waitFor();
        },
        {
          options: {
            target: {
              kind: 'experiment',
              experimentKey: stage.seeded[what as 'deep' | 'slow'],
              tab: 'notes',
            },
          },
          accessible: true,
        },
      ));
  }
});

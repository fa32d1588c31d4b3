import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { strToU8, zipSync } from 'fflate';
import { inRoot } from '../folders.ts';
import { distributionProblems } from './distribution-checks.ts';

const notices = 'react 18.0.0 (MIT)\n'.repeat(100);

/** Files of an extension without problems. */
const complete = {
  'extension/readme.md': '![Screen](https://example.com/screen.png)',
  'extension/LICENSE.txt': 'Apache License',
  'extension/dist/extension/main.js': 'export {};',
  'extension/dist/third-party-notices.txt': notices,
  'extension/dist/tracklens.third-party-notices.txt': `${notices}yauzl`,
  'extension/walkthrough/demo.md': '![Tree](demo.webp)',
  'extension/walkthrough/demo.webp': 'image',
};

for (const [title, files, expected] of [
  ['a complete distribution', {}, []],
  ['a test', { 'extension/dist/a.test.js': '' }, ['stray file extension/dist/a.test.js']],
  ['a hidden file', { 'extension/.env': 'A=b' }, ['stray file extension/.env']],
  [
    'a source map',
    { 'extension/dist/extension/main.js.map': '{}' },
    ['stray file extension/dist/extension/main.js.map'],
  ],
  ['declarations', { 'extension/dist/a.d.ts': '' }, ['stray file extension/dist/a.d.ts']],
  [
    'a path of the checkout',
    { 'extension/dist/extension/main.js': `import "${inRoot('a')}"` },
    ['path of this machine in extension/dist/extension/main.js'],
  ],
  [
    'a relative image',
    { 'extension/readme.md': '![Screen](screen.png)' },
    ['README: ![Screen](screen.png) is not an https address'],
  ],
  [
    'a file that is in it twice',
    { 'extension/LICENSE.md': complete['extension/LICENSE.txt'] },
    ['the same content in extension/LICENSE.txt, extension/LICENSE.md'],
  ],
  ['an image that no page shows', { 'extension/media/old.png': 'old' }, ['no page shows extension/media/old.png']],
  [
    'empty notices',
    { 'extension/dist/tracklens.third-party-notices.txt': '' },
    ['no notices ^extension\\/dist\\/tracklens\\.third-party-notices\\.txt$'],
  ],
] as const) {
  test(`the content of a distribution is checked: ${title}`, async (t) => {
    const file = path.join(await temporaryFolder(t), 'tracklens-1.0.0.vsix');
    const entries = Object.entries({ ...complete, ...files }).map(([name, text]) => [name, strToU8(text)]);
    await writeFile(file, zipSync(Object.fromEntries(entries)));
    const problems = expected.map((problem) => `tracklens-1.0.0.vsix: ${problem}`);
    assert.deepEqual(await distributionProblems(file), problems);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectLocation } from './project-location.ts';
import { publishedReadme } from './published-readme.ts';

const location = projectLocation({
  repository: 'github:example/tracklens',
  homepage: 'https://example.com',
  bugs: 'https://example.com/bugs',
});
const published = (text: string) => publishedReadme(text, 'packages/vscode-ext', location, '1.2.3');

for (const [title, text, expected] of [
  [
    'an image',
    'See ![Icon](media/icon.png).',
    'See ![Icon](https://raw.githubusercontent.com/example/tracklens/v1.2.3/packages/vscode-ext/media/icon.png).',
  ],
  [
    'a link to another folder',
    '[How](../../CONTRIBUTING.md#style)',
    '[How](https://github.com/example/tracklens/tree/v1.2.3/CONTRIBUTING.md#style)',
  ],
  ['an address', '[Comet](https://example.com) <mailto:a@b.c>', '[Comet](https://example.com) <mailto:a@b.c>'],
  ['a section', '[Style](#style)', '[Style](#style)'],
] as const) {
  test(`the README of a registry has ${title}`, () => assert.equal(published(text), expected));
}

test('a README that refers to an absent file is an error', () => {
  assert.throws(() => published('![Gone](images/gone.png)'), /refers to images\/gone\.png, which does not exist/);
});

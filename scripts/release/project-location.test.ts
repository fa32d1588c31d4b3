import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectLocation } from './project-location.ts';

const github = {
  repository: 'github:example/tracklens',
  homepage: 'https://example.com',
  bugs: 'https://example.com/bugs',
};

test('the location of the project comes from the package.json of the root', () => {
  const { repository, homepage, bugs } = projectLocation(github);
  assert.deepEqual(
    { repository, homepage, bugs },
    {
      repository: { type: 'git', url: 'git+https://github.com/example/tracklens.git' },
      homepage: 'https://example.com',
      bugs: { url: 'https://example.com/bugs' },
    },
  );
});

for (const [repository, file, page] of [
  [
    'https://github.com/example/tracklens.git',
    'https://raw.githubusercontent.com/example/tracklens/v1.0.0/a/b.png',
    'https://github.com/example/tracklens/tree/v1.0.0/a/b.png',
  ],
  [
    'git+ssh://git@gitlab.com/group/tracklens.git',
    'https://gitlab.com/group/tracklens/raw/v1.0.0/a/b.png',
    'https://gitlab.com/group/tracklens/tree/v1.0.0/a/b.png',
  ],
] as const) {
  test(`files of a release have addresses at ${repository}`, () => {
    const location = projectLocation({ ...github, repository: { type: 'git', url: repository } });
    assert.equal(location.fileUrl('a/b.png', 'v1.0.0'), file);
    assert.equal(location.pageUrl('a/b.png', 'v1.0.0'), page);
  });
}

for (const [title, manifest, message] of [
  ['nothing is set', {}, /has no repository, homepage, bugs\..*npm pkg set repository\.type=git/s],
  [
    'the homepage is missing',
    { ...github, homepage: '' },
    /no homepage\..*homepage=https:\/\/github\.com\/example\/t/s,
  ],
  [
    'bugs are missing',
    { ...github, bugs: {} },
    /no bugs\..*bugs\.url=https:\/\/github\.com\/example\/tracklens\/issues/s,
  ],
  ['the host is unknown', { ...github, repository: 'https://example.com/x.git' }, /is not on GitHub, GitLab,/],
] as const) {
  test(`the release stops with the remedy when ${title}`, () => {
    assert.throws(() => projectLocation(manifest), message);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './pages.ts';

const lab = 'http://localhost:8888/lab';
const link = 'http://127.0.0.1:5055/api/page/sign-in/once';

/** Simulates a browser and records what happens to opened tabs. */
function browser(blocks = false) {
  const seen: string[] = [];
  const openTab = (url: string, features?: string) => {
    seen.push(features ? `open ${url} ${features}` : `open ${url}`);
    if (blocks) return null;
    const tab = { opener: 'lab', close: () => void seen.push('close') };
    const location = { replace: (to: string) => void seen.push(`opener ${tab.opener}, to ${to}`) };
    return {
      ...tab,
      location,
      set opener(value: string) {
        tab.opener = value;
      },
    } as never;
  };
  return { seen, openTab };
}

for (const [page, here, asked] of [
  ['http://127.0.0.1:5055/ada/digits', 'https://hub.example/user/ada/lab', [true]],
  ['http://localhost:5055/', 'http://10.0.0.7:8888/lab', [true]],
  ['http://127.0.0.1:5055/ada/digits', lab, [false]],
  ['https://www.comet.com/ada/digits', 'https://hub.example/user/ada/lab', []],
  ['https://hub.example/files/x', 'https://hub.example/user/ada/lab', []],
  ['nonsense', 'https://hub.example/user/ada/lab', []],
] as const) {
  const reach = asked.length === 0 ? 'opened as it is' : asked[0] ? 'out of reach' : 'within reach';
  test(`${page} is ${reach} for a browser at ${here}`, async () => {
    const found: boolean[] = [];
    const browserAddress = async (_: string, isOutOfReach: boolean) => {
      found.push(isOutOfReach);
      return '/user/ada/tracklens/at/x/page/';
    };
    assert.equal(await openPage(page, { here, openTab: browser().openTab, browserAddress }), 'opened');
    assert.deepEqual(found, asked);
  });
}

test('a page that is out of reach opens through the Jupyter server, or else not at all', async () => {
  const here = 'https://hub.example/user/ada/lab';
  for (const [answer, opened, last] of [
    [
      '/user/ada/tracklens/at/x/page/w/p',
      'opened',
      'opener null, to https://hub.example/user/ada/tracklens/at/x/page/w/p',
    ],
    ['http://127.0.0.1:5055/w/p', 'out-of-reach', 'close'],
  ] as const) {
    const { seen, openTab } = browser();
    const options = { here, openTab, browserAddress: () => Promise.resolve(answer) };
    assert.equal(await openPage('http://127.0.0.1:5055/w/p', options), opened);
    assert.equal(seen.at(-1), last);
  }
});

test('a page of the local service opens by a sign-in link, in a tab without access to JupyterLab', async () => {
  const { seen, openTab } = browser();
  const asked: string[] = [];
  const browserAddress = async (page: string) => {
    asked.push(page);
    return link;
  };
  assert.equal(await openPage('http://127.0.0.1:5055', { here: lab, openTab, browserAddress }), 'opened');
  assert.deepEqual(asked, ['http://127.0.0.1:5055/']);
  assert.deepEqual(seen, ['open about:blank', `opener null, to ${link}`]);
});

test('without a link the page itself opens', async () => {
  const { seen, openTab } = browser();
  const browserAddress = () => Promise.reject(new Error('down'));
  assert.equal(await openPage('http://127.0.0.1:5055/ada', { here: lab, openTab, browserAddress }), 'opened');
  assert.equal(seen.at(-1), 'opener null, to http://127.0.0.1:5055/ada');
});

test('other web pages open directly, and other schemes are rejected', async () => {
  const { seen, openTab } = browser();
  const browserAddress = () => assert.fail('asked for a link');
  for (const url of [
    'https://www.comet.com/ada',
    'http://localhost:8888/files/x',
    'javascript:alert(1)',
    'file:///etc',
  ])
    await openPage(url, { here: lab, openTab, browserAddress });
  assert.deepEqual(seen, [
    'open https://www.comet.com/ada noopener,noreferrer',
    'open http://localhost:8888/files/x noopener,noreferrer',
  ]);
});

test('a blocked tab is reported, and no link is made', async () => {
  const { openTab } = browser(true);
  const browserAddress = () => assert.fail('asked for a link');
  assert.equal(await openPage('http://127.0.0.1:5055/ada', { here: lab, openTab, browserAddress }), 'blocked');
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commands } from './commands.ts';
import * as node from './platform/node-commands.ts';
import * as web from './platform/web-commands.ts';

const read = async (name: string) => await readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const manifestText = await read('package.json');
const manifest = JSON.parse(manifestText);
const sentences: Record<string, string> = JSON.parse(await read('package.nls.json'));

test('every command of the manifest exists, and every command but those that a click on a row runs is in the manifest', () => {
  const declared = manifest.contributes.commands.map((row: { command: string }) => row.command);
  assert.deepEqual([...declared, 'tracklens.previewTarget', 'tracklens.showMore'].sort(), Object.keys(commands).sort());
});

test('every command that the manifest names in menus, welcomes and walkthroughs exists', () => {
  const all = JSON.stringify([manifest, sentences]);
  const named = [...all.matchAll(/command:(tracklens\.[\w.]+)|"command":"(tracklens\.\w+)"/g)];
  assert.ok(named.length > 40);
  for (const [, linked, listed] of named) {
    const id = linked ?? listed!;
    if (id.endsWith('.focus')) continue;
    assert.ok(id in commands, id);
  }
});

/** Returns the text of every source file except the tests. */
async function sources(): Promise<string[]> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name));
  return Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
}

test('every document scheme activates the extension, so that its documents are restored', async () => {
  const texts = await sources();
  const schemes = texts.flatMap((text) => [...text.matchAll(/Scheme = '([\w-]+)'/g)].map(([, scheme]) => scheme!));
  assert.ok(schemes.length >= 3);
  for (const scheme of schemes) assert.ok(manifest.activationEvents.includes(`onFileSystem:${scheme}`), scheme);
});

test('every context key of the manifest is set by the source', async () => {
  const conditions = [...manifestText.matchAll(/"(?:when|enablement)": "([^"]+)"/g)].map(([, when]) => when!).join(' ');
  const named = conditions.replaceAll(/'[^']*'/g, '').matchAll(/tracklens\.\w+/g);
  const views = manifest.contributes.views.tracklens.map(({ id }: { id: string }) => id);
  const contexts = new Set([...named].map(([key]) => key).filter((key) => !views.includes(key)));
  const source = (await sources()).join('\n');
  assert.ok(contexts.size >= 3);
  for (const key of contexts) assert.match(source, new RegExp(`'setContext',\\s*'${key}'`), key);
});

test('the menu of several rows offers no command that acts on one', () => {
  const rows: { command: string; when: string; group: string }[] = manifest.contributes.menus['view/item/context'];
  // The third parameter are all rows.
  const ofOne = rows.filter(
    ({ command, group }) => commands[command as 'tracklens.x']!.length < 3 && group !== 'inline@2',
  );
  assert.ok(ofOne.length > 10);
  for (const { command, when } of ofOne) assert.match(when, /!listMultiSelection/, command);
});

test('every command with a button at a title or row has an icon', () => {
  const { menus, commands: declared } = manifest.contributes;
  const rows = Object.values(menus).flat() as { command: string; group?: string }[];
  const buttons = rows.filter(({ group }) => /^(?:inline|navigation)/.test(group ?? ''));
  assert.ok(buttons.length > 5);
  for (const { command } of buttons) {
    assert.ok(declared.find((row: { command: string }) => row.command === command).icon, command);
  }
});

test('all commands have the one category, and a key binding is limited to a part of the window', () => {
  for (const { category } of manifest.contributes.commands) assert.equal(category, 'Tracklens');
  for (const { when } of manifest.contributes.keybindings)
    assert.match(when, /\bfocusedView|\bactiveWebviewPanelId|\beditorLangId/);
});

test('the button of a view and Escape cancel what loads in this view only', () => {
  const { views, menus, keybindings } = manifest.contributes;
  const cancelled: string[] = [];
  const trees = Object.fromEntries(
    views.tracklens.map(({ id }: { id: string }) => [
      id.replace('tracklens.', ''),
      { cancelLoading: () => cancelled.push(id) },
    ]),
  );
  const run = (command: string) => commands[command as 'tracklens.x']!({ trees } as never, undefined, []);
  for (const { id } of views.tracklens as { id: string }[]) {
    const isOf = ({ command, when }: { command: string; when: string }) =>
      command.startsWith('tracklens.cancelLoading') && when.includes(`iew == ${id} `);
    const [button, ...others] = menus['view/title'].filter(isOf);
    const [key, ...otherKeys] = keybindings.filter(isOf);
    assert.deepEqual([others, otherKeys, key?.key], [[], [], 'escape']);
    for (const { command } of [button, key]) run(command);
    assert.deepEqual(cancelled.splice(0), [id, id]);
  }
});

test('every sentence of the manifest is translatable, and no translation is unused', () => {
  const used = [...manifestText.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key!);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(sentences).sort());
  for (const { title } of manifest.contributes.commands) assert.match(title, /^%.+%$/);
});

test('each view has a welcome for each state of the connection', () => {
  const { views, viewsWelcome } = manifest.contributes;
  for (const { id } of views.tracklens) {
    const states = viewsWelcome
      .filter(({ view }: { view: string }) => view === id)
      .flatMap(({ when }: { when: string }) => [...when.matchAll(/== ([\w-]+)/g)].map(([, state]) => state!));
    assert.deepEqual([...new Set(states)].sort(), [
      'connected',
      'failed',
      'misconfigured',
      'rate-limited',
      'signed-out',
      'unauthorized',
      'unreachable',
    ]);
  }
});

test('the welcome of an empty service appears only after its response', () => {
  const { views, viewsWelcome } = manifest.contributes;
  for (const { id } of views.tracklens) {
    const connected = (viewsWelcome as { view: string; when: string }[])
      .filter(({ view }) => view === id)
      .flatMap(({ when }) => when.split(' || '))
      .filter((alternative) => alternative.includes('connected'));
    assert.ok(connected.length > 0, id);
    for (const alternative of connected) {
      assert.ok(alternative.startsWith(`tracklens.connection == connected && ${id}.empty`), alternative);
    }
  }
});

test('in a browser, commands that need Node are hidden in menus, welcomes and walkthroughs, and reject', async () => {
  assert.deepEqual(Object.keys(web.nodeCommands), Object.keys(node.nodeCommands));
  const { menus, viewsWelcome, walkthroughs } = manifest.contributes;
  for (const [id, run] of Object.entries(web.nodeCommands)) {
    await assert.rejects(run, /VS Code Desktop/);
    const inMenus = Object.values(menus as Record<string, { command: string; when: string }[]>).map((rows) =>
      rows.filter(({ command }) => command === id),
    );
    assert.ok(
      menus.commandPalette.some(({ command }: { command: string }) => command === id),
      id,
    );
    for (const { when } of inMenus.flat()) assert.match(when, /^false$|!tracklens\.web$/, id);
  }
  const linked = new RegExp(`command:(?:${Object.keys(web.nodeCommands).join('|')})\\b`);
  const sentenceOf = (reference: string) => sentences[reference.slice(1, -1)]!;
  for (const { contents, when } of viewsWelcome as { contents: string; when: string }[]) {
    if (linked.test(sentenceOf(contents)))
      for (const state of when.split(' || ')) assert.match(state, /!tracklens\.web$/);
  }
  for (const { description, when } of walkthroughs[0].steps as { description: string; when?: string }[]) {
    if (linked.test(sentenceOf(description))) assert.equal(when, '!tracklens.web');
  }
});

test('settings are named tracklens.<area>.<name>, and none can hold a key', () => {
  const settings = Object.keys(manifest.contributes.configuration.properties);
  for (const name of settings) assert.match(name, /^tracklens\.[a-z]\w*\.[a-z]\w*$/);
  assert.doesNotMatch(settings.join(' '), /key|token|secret|password/i);
});

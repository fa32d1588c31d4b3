import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebviewPanel } from 'vscode';
import type { Services } from '../services.ts';
import { readToPage } from './panel-messages.ts';

const { editor, EventEmitter, window } = await import('../testing/editor-api.ts');
const { Panels } = await import('./panels.ts');

const target = { kind: 'experiment', experimentKey: 'abc' } as const;
const other = { kind: 'project', workspace: 'team', projectName: 'vision' } as const;
const options = { newPanel: false, activate: true };

/**
 * Returns the panels of a window, a function with which the editor restores a panel of the target, and one that changes
 * the list of connections.
 */
function panelsOfWindow() {
  let profiles: readonly object[] = [];
  const listChanged = new EventEmitter<void>();
  const services = {
    context: { globalState: new Map(), extensionUri: { fsPath: '/extension' } },
    changes: new EventEmitter(),
    log: { error() {} },
    connectionId: 'current',
    connection: {
      state: { kind: 'idle' },
      client: () => Promise.reject(new Error('Not connected.')),
      subscribe: () => () => {},
    },
    connections: {
      currentId: 'current',
      profiles: () => profiles,
      storageKey: (id: string) => (id === 'current' ? '/home/ada/.tracklens' : id),
      subscribe: (listener: () => void) => listChanged.event(listener).dispose,
    },
    of: () => services,
  } as unknown as Services;
  const panels = new Panels(services);
  const restore = () => {
    const panel = window.createWebviewPanel() as unknown as WebviewPanel;
    panels.restore(panel, { target, connection: 'current', state: { version: 1 } });
    return panel;
  };
  const setConnections = (...changed: readonly object[]) => {
    profiles = changed;
    listChanged.fire();
  };
  return { panels, restore, setConnections };
}

test('a target opens in its panel, also after that was restored', () => {
  const { panels, restore } = panelsOfWindow();
  const restored = restore();
  panels.open(other, options);
  assert.deepEqual([panels.activeTarget, panels.activeConnection], [other, 'current']);
  panels.open(target, options);
  assert.equal(editor.activePanel(), restored);
  restored.dispose();
  panels.open(target, options);
  assert.notEqual(editor.activePanel(), restored);
  assert.deepEqual(panels.activeTarget, target);
});

test('a target whose panel was restored after it had opened another one has two, which commands know', () => {
  const { panels, restore } = panelsOfWindow();
  panels.open(target, options);
  const first = editor.activePanel()!;
  const restored = restore();
  assert.deepEqual(panels.activeTarget, target);
  first.reveal();
  assert.deepEqual([panels.activeTarget, panels.activeConnection], [target, 'current']);
  panels.replace(target, other, options);
  assert.deepEqual([editor.activePanel(), panels.activeTarget], [first, other]);
  panels.replace(other, target, options);
  assert.equal(editor.activePanel(), restored);
  restored.dispose();
  first.reveal();
  panels.open(target, options);
  assert.notEqual(editor.activePanel(), first);
});

test('the panel that remains of two is the one of the target', () => {
  const { panels, restore } = panelsOfWindow();
  panels.open(target, options);
  const first = editor.activePanel()!;
  restore().dispose();
  panels.open(target, options);
  assert.deepEqual([editor.activePanel(), panels.activeTarget], [first, target]);
});

test('the next preview replaces the one before, not a restored panel of the same target', () => {
  const { panels, restore } = panelsOfWindow();
  panels.preview(target);
  const preview = editor.activePanel()!;
  const restored = restore();
  panels.preview(other);
  assert.deepEqual([editor.activePanel(), panels.activeTarget], [preview, other]);
  panels.open(target, options);
  assert.equal(editor.activePanel(), restored);
});

test('a preview has the name of its row until the name is read', () => {
  const { panels } = panelsOfWindow();
  panels.preview(target, 'calm-lake');
  const preview = editor.activePanel()!;
  assert.equal(preview.title, 'calm-lake');
  panels.preview({ ...target, experimentKey: 'def' }, 'wild-river');
  assert.deepEqual([editor.activePanel(), preview.title], [preview, 'wild-river']);
  panels.preview(other);
  assert.equal(preview.title, 'vision');
});

test('a panel that is arranged and gets another tab is drawn again once', () => {
  const { panels } = panelsOfWindow();
  panels.open(target, options);
  const { posted } = editor.activePanel()!;
  panels.open({ ...target, tab: 'code' }, options, { version: 1, tab: 'charts', selection: ['abc'] });
  assert.deepEqual(
    posted.map((message) => (message as { state: unknown }).state),
    [{ version: 1, tab: 'code', selection: ['abc'] }],
  );
  panels.open(target, options);
  assert.equal(posted.length, 1);
});

test('a link to a named view shows it in its panel, also while that shows another one', () => {
  const { panels } = panelsOfWindow();
  const named = { ...other, viewId: 'x' };
  panels.open(named, options);
  const panel = editor.activePanel()!;
  panels.open(named, options);
  const arranged = (view: string) => ({ version: 1, view, table: { search: 'mlp' } }) as const;
  panel.receive({ type: 'stateChanged', state: arranged('x') });
  panels.open(named, options);
  assert.deepEqual([panel.posted, panels.activeState], [[], arranged('x')]);
  panel.receive({ type: 'stateChanged', state: arranged('y') });
  panels.open(named, options);
  const shown = readToPage(panel.posted.at(-1));
  assert.ok(shown?.type === 'show');
  // The page applies the view of the target to a state that the user has not arranged.
  assert.deepEqual([shown.target, shown.state], [named, { version: 1 }]);
});

test('what a view remembers belongs to the data folder of its connection, and the panel to the connection', () => {
  const { panels } = panelsOfWindow();
  panels.open(target, options);
  const panel = editor.activePanel()!;
  panel.receive({ type: 'ready' });
  const shown = readToPage(panel.posted.at(-1));
  assert.ok(shown?.type === 'show');
  assert.deepEqual([shown.connection, shown.storageKey], ['current', '/home/ada/.tracklens']);
});

test('a text of a cell that is too long to be saved is reported, and the page gets a reply', async () => {
  const { panels } = panelsOfWindow();
  panels.open(target, options);
  const panel = editor.activePanel()!;
  editor.takeOpened();
  const text = 'x'.repeat(200_001);
  panel.receive({ type: 'manage', id: 1, command: 'edit-experiment-notes', experimentKeys: ['abc'], text });
  assert.deepEqual(panel.posted.at(-1), { type: 'managed', id: 1, changed: false });
  assert.match(editor.takeOpened().questions.join(), /^A text of more than \{0\} characters cannot be saved/);
});

test('a panel has the search of the editor', () => {
  const { panels } = panelsOfWindow();
  panels.open(target, options);
  assert.deepEqual(editor.activePanel()!.options, { enableFindWidget: true });
});

/** Returns a panel that has offered a file, and a function that answers its save dialog. */
function panelWithSaveDialog() {
  panelsOfWindow().panels.open(target, options);
  const panel = editor.activePanel()!;
  const { promise, resolve: choose } = Promise.withResolvers<string>();
  editor.answerWith(promise);
  panel.receive({ type: 'saving', message: { kind: 'offer', id: 0, fileName: 'chart.png', size: 10 } });
  return { panel, choose };
}

test('a panel that is closed while the user chooses where a file is saved saves nothing', async () => {
  const { panel, choose } = panelWithSaveDialog();
  panel.dispose();
  const posted = panel.posted.length;
  choose('/nowhere/chart.png');
  // A rejection that nothing handles fails the test.
  await new Promise(setImmediate);
  assert.equal(panel.posted.length, posted);
});

test('a file whose save dialog is open while its page is loaded again is reported as not saved', async () => {
  const { panel, choose } = panelWithSaveDialog();
  panel.receive({ type: 'ready' });
  choose('/nowhere/chart.png');
  await new Promise(setImmediate);
  const { questions } = editor.takeOpened();
  assert.deepEqual(questions.slice(-1), ['{0} was not saved: its view was closed or loaded again.']);
  panel.dispose();
});

test('the title of a panel has the current name of its connection when there are several', () => {
  const { panels, setConnections } = panelsOfWindow();
  panels.open(other, options);
  const panel = editor.activePanel()!;
  assert.equal(panel.title, 'vision');
  const added = { id: 'added', name: 'other team' };
  setConnections({ id: 'current', name: 'team' }, added);
  assert.equal(panel.title, 'vision · team');
  setConnections({ id: 'current', name: 'renamed' }, added);
  assert.equal(panel.title, 'vision · renamed');
  setConnections({ id: 'current', name: 'renamed' });
  assert.equal(panel.title, 'vision');
  panel.dispose();
  setConnections(added);
  assert.equal(panel.title, 'vision');
});

for (const [what, seconds, pollMillis] of [
  ['in its limits', 2, 2000],
  ['of zero', 0, 5000],
  ['that is no number', 'off', 5000],
  // A timer of more than 24 days would fire at once.
  ['of years', 100_000_000, 3_600_000],
] as const) {
  test(`a refresh interval ${what} is one with which the panel shows its view`, (t) => {
    t.after(() => editor.set('tracklens.views.refreshSeconds', undefined));
    editor.set('tracklens.views.refreshSeconds', seconds);
    const { panels } = panelsOfWindow();
    panels.open(target, options);
    const panel = editor.activePanel()!;
    panel.receive({ type: 'ready' });
    const shown = readToPage(JSON.parse(JSON.stringify(panel.posted.at(-1))));
    assert.equal(shown?.type === 'show' && shown.pollMillis, pollMillis);
    panel.dispose();
  });
}

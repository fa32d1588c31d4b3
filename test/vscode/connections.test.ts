import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  choose,
  chooseFromMenu,
  dialogWith,
  expand,
  frameWith,
  openFile,
  openRow,
  pressButton,
  quickInput,
  quickInputAsking,
  removeConnection,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
  showTab,
  signIn,
  until,
} from './editor.ts';
import { savedNotebook } from './saved-notebook.ts';
import { type SeededService, seeded, startSeededService } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

describe('several connections', { timeout: suiteMillis }, () => {
  let second: SeededService;
  const hostOf = ({ url }: { url: string }) => new URL(url).host;
  const started = sharedEditor(() => ({ connected: false, reused: true }));

  test('the first sign-in shows its workspaces, the second makes both roots', async () => {
    const { editor, page, service } = started();
    second = await startSeededService();
    await second.create('only-here', 'second-project');
    await showSideBar(page);
    await signIn(page, service.url, service.apiKey);
    await row(page, 'Experiments', seeded.workspace).waitFor();
    await signIn(page, second.url, second.apiKey);
    await row(page, 'Experiments', hostOf(service)).waitFor();
    await row(page, 'Experiments', hostOf(second)).waitFor();
    await editor.screenshot('connections');
  });

  test('a connection is renamed, and its name and color are in the settings without the key', async () => {
    const { editor, page } = started();
    // A menu that opens while the rows are read again has no row.
    const prompt = page.locator('.quick-input-message', { hasText: second.url });
    await chooseFromMenu(page, row(page, 'Experiments', hostOf(second)), 'Rename Connection…', prompt);
    await answer(page, 'Rename Connection', 'Lab');
    await row(page, 'Experiments', 'Lab').waitFor();
    await choose(page, 'Purple', (item) =>
      chooseFromMenu(page, row(page, 'Experiments', 'Lab'), 'Change Connection Color…', item),
    );
    // The editor writes the file after it shows the change.
    const written = async () => /"Lab"/.test(await settingsOf(editor.userData));
    await until(written, 'the name of the connection in the settings');
    assert.ok(!(await settingsOf(editor.userData)).includes(second.apiKey));
  });

  test('a panel names its connection and reads from it after a switch and a reload', async () => {
    const { editor, page, service } = started();
    // Both services have a workspace of this name.
    const other = row(page, 'Experiments', hostOf(service));
    await actUntil(page, other.and(page.locator('[aria-expanded=false]')), () => other.click(shortTimeout));
    await expand(page, 'Experiments', 'Lab');
    await expand(page, 'Experiments', seeded.workspace);
    await expand(page, 'Experiments', 'second-project');
    await openRow(page, 'Experiments', 'only-here');
    await activeTab(page, 'only-here · Lab').waitFor();
    const status = page.locator('.statusbar-item', { hasText: `Tracklens: ${hostOf(service)}` });
    await actUntil(page, status, () =>
      choose(page, hostOf(service), () => runCommand(page, 'Tracklens: Switch Connection…')),
    );
    const named = page.locator('.notebookOverlay', { hasText: `tracklens.connect("${second.url}").display` });
    await chooseFromMenu(page, row(page, 'Experiments', 'only-here'), 'Insert Display Cell', named);
    await showTab(page, 'only-here');
    const [opened] = await second.api.getExperiments(seeded.workspace, { projectName: 'second-project' });
    await editor.reload('tracklens.view', opened!.key);
    await showSideBar(page);
    await showTab(page, 'only-here');
    await activeTab(page, 'only-here · Lab').waitFor();
    const frame = await frameWith(page, '.tl-view');
    await frame.getByText('only-here').first().waitFor();
    await editor.screenshot('connections-panel');
  });

  test('an output reads from the service that made it, whichever connection is current', async () => {
    const { editor, page } = started();
    await second.create('of-output', 'second-project');
    const made = await second.api.getExperiments(seeded.workspace, { projectName: 'second-project' });
    const { key } = made.find(({ name }) => name === 'of-output')!;
    const target = { kind: 'experiment', experimentKey: key };
    const url = `${second.url}/${seeded.workspace}/second-project/${key}`;
    await writeFile(path.join(editor.folder, 'output.ipynb'), savedNotebook([{ target, url }]));
    await openFile(page, 'output.ipynb');
    await frameWith(page, '.tl-view:has-text("of-output")');
  });

  test('signing out of one leaves its root, and the other goes on', async () => {
    const { editor, page, service } = started();
    const signedOut = row(page, 'Experiments', 'Lab').filter({ hasText: 'signed out' });
    await chooseFromMenu(page, row(page, 'Experiments', 'Lab'), 'Sign Out', signedOut);
    await expand(page, 'Experiments', hostOf(service));
    await row(page, 'Experiments', seeded.workspace).waitFor();
    await editor.screenshot('connections-signed-out');
    await frameWith(page, '.tl-view:has-text("There is no connection to the service")');
    // Hides the notebook.
    await showTab(page, 'only-here');
  });

  test('signing in again needs the key only', async () => {
    const { page } = started();
    await chooseFromMenu(
      page,
      row(page, 'Experiments', 'Lab'),
      'Enter API Key…',
      quickInputAsking(page, 'API key for'),
    );
    await answer(page, 'API key for', second.apiKey);
    await row(page, 'Experiments', 'Lab')
      .filter({ hasText: hostOf(second) })
      .waitFor();
    await showTab(page, 'output.ipynb');
    await frameWith(page, '.tl-view:has-text("of-output")');
    // A hidden panel is read again when it is shown.
    await showTab(page, 'only-here');
    await frameWith(page, '.tl-view:has-text("only-here")');
  });

  test('a removed connection is gone, and its workspaces are shown without a root again', async (t) => {
    const { editor, page, service } = started();
    t.after(() => second.close());
    const question = dialogWith(page, 'Remove the connection “Lab”');
    await chooseFromMenu(page, row(page, 'Experiments', 'Lab'), 'Remove Connection…', question);
    await pressButton(page, question, 'Remove');
    await row(page, 'Experiments', 'Lab').waitFor({ state: 'detached' });
    await row(page, 'Experiments', hostOf(service)).waitFor({ state: 'detached' });
    await row(page, 'Experiments', seeded.workspace).waitFor();
    // Its panel keeps what it shows.
    await showTab(page, 'only-here');
    const frame = await frameWith(page, '.tl-banner:has-text("The connection of this panel was removed.")');
    await frame.getByText('only-here').first().waitFor();
    await editor.screenshot('connection-removed');
    const asked = quickInputAsking(page, 'Address of the service');
    await actUntil(page, asked, () => frame.getByRole('button', { name: 'Add Connection…' }).click(shortTimeout));
    assert.equal(await quickInput(page).inputValue(), second.url);
    await actUntilGone(page, asked, () => quickInput(page).press('Escape', shortTimeout));
    const removed = async () => !(await settingsOf(editor.userData)).includes('Lab');
    await until(removed, 'the connection to be removed from the settings');
    await removeConnection(page);
  });
});

async function settingsOf(userData: string): Promise<string> {
  const texts = ['User', 'Machine'].map((folder) =>
    readFile(path.join(userData, folder, 'settings.json'), 'utf8').catch(() => ''),
  );
  return (await Promise.all(texts)).join('\n');
}

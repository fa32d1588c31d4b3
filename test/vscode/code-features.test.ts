import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { faultyServer, hostedAccount } from '../faults/faulty-server.ts';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  clickFix,
  frameWith,
  hoverOf,
  openFile,
  quickInput,
  quickInputAsking,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
} from './editor.ts';
import { type SeededService, seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

/** Returns a training script that names experiments of the service. */
function script({ keys, url }: SeededService): string {
  const [finished, crashed, running] = keys;
  return `import comet_ml

# Continues team/vision/${finished}
experiment = comet_ml.start(workspace="team", project_name="vision")
base = comet_ml.APIExperiment(previous_experiment="${crashed}")
same = "${running}"
page = "${url}/team/vision/${finished}"
checksum = "${'0123456789abcdef'.repeat(2)}"
model = comet_ml.API().get_model("team", "classifier")
model.download("1.0.9")
experiment.log_metric("", 1)
`;
}

/** Returns a notebook with a cell that opens an experiment. */
function notebook({ keys }: SeededService): string {
  const source = `import comet_ml\ncomet_ml.APIExperiment(previous_experiment="${keys[0]}")`;
  const cell = { cell_type: 'code', source, metadata: {}, outputs: [], execution_count: null, id: 'a' };
  const metadata = { language_info: { name: 'python' } };
  return JSON.stringify({ cells: [cell], metadata, nbformat: 4, nbformat_minor: 5 });
}

const line = (page: Page, text: string) => page.locator('.view-lines .view-line', { hasText: text });
const lens = (page: Page, text: string) => page.locator('.codelens-decoration a', { hasText: text }).first();

/** Moves the cursor to a column of the line with a text. */
async function goTo(page: Page, text: string, column: number): Promise<void> {
  await line(page, text).click({ position: { x: 1, y: 5 }, ...shortTimeout });
  await page.keyboard.press('Home');
  for (let at = 1; at < column; at++) await page.keyboard.press('ArrowRight');
}

const link = (page: Page, text: string) => page.locator('.view-lines .detected-link', { hasText: text }).first();

/** Prints a line with an address in a terminal and follows its link until the outcome is visible. */
async function followTerminalLink(
  page: Page,
  line: string,
  title: string,
  outcome: Locator,
  beforeClick: () => Promise<void>,
): Promise<void> {
  const terminal = page.locator('.terminal-wrapper.active .xterm');
  await actUntil(page, terminal, () => runCommand(page, 'Terminal: Create New Terminal'));
  // The rows of a terminal contain no-break spaces.
  const printed = terminal
    .locator('.xterm-rows > div')
    .filter({ hasText: new RegExp(`^${line.replaceAll(' ', '\\s')}`) });
  await retry(page, 'print the address', async () => {
    await terminal.click(shortTimeout);
    await page.keyboard.insertText(`clear; echo ${line}`);
    await page.keyboard.press('Enter');
    await printed.first().waitFor(shortTimeout);
  });
  const tooltip = page.locator('.workbench-hover', { hasText: title });
  // A character is about 8 pixels wide.
  const x = 8 * (line.indexOf('http') + 10);
  await actUntil(page, outcome, async () => {
    await page.mouse.move(0, 0);
    // The layer of the terminal's widgets covers its text.
    await printed.first().hover({ position: { x, y: 5 }, force: true, ...shortTimeout });
    await tooltip.waitFor(shortTimeout);
    await page.keyboard.down('Control');
    try {
      await page.locator('.xterm-cursor-pointer').waitFor(shortTimeout);
      await beforeClick();
      await page.mouse.down();
      await page.mouse.up();
    } finally {
      await page.keyboard.up('Control');
    }
  });
}

describe('code that names experiments', { timeout: suiteMillis }, () => {
  const started = sharedEditor((service) => ({
    connected: true,
    reused: true,
    files: { 'train.py': script(service), 'note.ipynb': notebook(service) },
  }));

  test('code lenses show the runs of the script, but request nothing before one is clicked', async () => {
    const { editor, page } = started();
    await openFile(page, 'train.py');
    const last = lens(page, 'Last run: long-road · running');
    await actUntil(page, last, () => lens(page, 'Show Runs in Tracklens').click(shortTimeout));
    await lens(page, 'wild-river · crashed').waitFor();
    await lens(page, 'Compare with Last Run').waitFor();
    await lens(page, 'classifier 1.0.9: newer version 1.1.0 · Staging').waitFor();
    await editor.screenshot('code-lenses');
    await actUntil(page, activeTab(page, seeded.projectName), () =>
      lens(page, 'Compare with Previous Run').click(shortTimeout),
    );
    const frame = await frameWith(page, '.tl-compare');
    await frame.locator('.tl-compare', { hasText: 'wild-river' }).waitFor();
  });

  test('a version that does not exist is marked, and a quick fix changes it', async () => {
    const { editor, page } = started();
    await openFile(page, 'train.py');
    await page.locator('.view-overlays .squiggly-warning').first().waitFor();
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Change to the newest version 1.1.0' });
    await actUntil(page, fix, async () => {
      await goTo(page, 'model.download("1.0.9")', 18);
      await page.keyboard.press('ControlOrMeta+.');
    });
    await editor.screenshot('code-quick-fix');
    await actUntil(page, line(page, 'model.download("1.1.0")'), () => clickFix(fix));
    await lens(page, 'classifier: newest version 1.1.0').waitFor();
    await actUntil(page, page.locator('.tab.active:not(.dirty)'), () => page.keyboard.press('ControlOrMeta+S'));
  });

  test('the names of metrics are completed', async () => {
    const { editor, page } = started();
    await openFile(page, 'train.py');
    const offered = page.locator('.suggest-widget .monaco-list-row', { hasText: 'accuracy' });
    await actUntil(page, offered, async () => {
      await goTo(page, 'experiment.log_metric("", 1)', 24);
      await page.keyboard.press('Control+Space');
    });
    await editor.screenshot('code-completion');
    await actUntil(page, line(page, 'experiment.log_metric("accuracy", 1)'), () => offered.click(shortTimeout));
    await actUntil(page, page.locator('.tab.active:not(.dirty)'), () => page.keyboard.press('ControlOrMeta+S'));
  });

  test('a key has a hover with state, metrics and their drawn trends, and its link opens the panel', async () => {
    const { editor, page, service } = started();
    await openFile(page, 'train.py');
    const hover = await hoverOf(page, link(page, `team/vision/${service.keys[0]}`), 'learning_rate');
    const text = (await hover.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(text, /calm-lake · team \/ vision/);
    assert.match(text, /loss 0\.00763509 0\.00763509 1 /);
    const trend = hover.locator('img[src^="data:image/svg+xml"]').first();
    await trend.waitFor();
    assert.equal(await trend.evaluate((image: HTMLImageElement) => image.naturalWidth), 96);
    assert.equal(await trend.getAttribute('alt'), 'Trend between 0.1 and 0.898797');
    await editor.screenshot('code-hover');
    await actUntil(page, activeTab(page, seeded.names[0]), () =>
      hover.getByRole('link', { name: 'Open', exact: true }).click(shortTimeout),
    );
  });

  test('a link opens the panel of the experiment; a checksum is no link', async () => {
    const { page, service } = started();
    await openFile(page, 'train.py');
    assert.equal(await link(page, '0123456789abcdef').count(), 0);
    const opened = activeTab(page, seeded.names[2]);
    await actUntil(page, opened, async () => {
      await openFile(page, 'train.py');
      // A hover may cover the link.
      await page.mouse.move(0, 0);
      await page.keyboard.down('Control');
      try {
        await link(page, service.keys[2]!).hover(shortTimeout);
        await page.locator('.detected-link-active').waitFor(shortTimeout);
        await page.mouse.down();
        await page.mouse.up();
      } finally {
        await page.keyboard.up('Control');
      }
    });
  });

  test('the address of an experiment in a terminal is a link to its panel', async () => {
    const { editor, page, service } = started();
    const url = `${service.url}/${seeded.workspace}/${seeded.projectName}/${service.keys[1]}`;
    // Connects, so that the address of the service is known.
    await showSideBar(page);
    await row(page, 'Experiments', seeded.workspace).waitFor();
    await followTerminalLink(page, url, 'Open in Tracklens', activeTab(page, seeded.names[1]), () =>
      editor.screenshot('terminal-link'),
    );
    const terminal = page.locator('.terminal-wrapper.active .xterm');
    await actUntilGone(page, terminal, () => runCommand(page, 'Terminal: Kill the Active Terminal Instance'));
  });

  test('a cell of a notebook has links and code lenses too; trends are drawn in the colors of the theme', async () => {
    const { editor, page, service } = started();
    await openFile(page, 'note.ipynb');
    await lens(page, 'calm-lake · finished').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    const hover = await hoverOf(page, link(page, service.keys[0]!), 'learning_rate');
    const image = await hover.locator('img[src^="data:image/svg+xml"]').first().getAttribute('src');
    assert.match(atob(image!.slice(image!.indexOf(',') + 1)), /stroke="#4daafc"/);
    await editor.screenshot('code-notebook-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('the setting turns the features off', async () => {
    const { editor, page, service } = started();
    await openFile(page, 'train.py');
    await lens(page, 'Last run').waitFor();
    const folder = path.join(editor.folder, '.vscode');
    await mkdir(folder);
    await writeFile(path.join(folder, 'settings.json'), '{ "tracklens.codeFeatures.enabled": false }');
    await lens(page, 'Last run').waitFor({ state: 'hidden' });
    await link(page, service.keys[2]!).waitFor({ state: 'hidden' });
    await page.locator('.view-overlays .squiggly-warning').first().waitFor({ state: 'hidden' });
  });
});

describe('code that names experiments of a hosted account', { timeout: suiteMillis }, () => {
  const started = sharedEditor(() => ({ connected: false }));

  test('an address in a terminal offers to sign in; then code lenses show the last run and addresses are links', async (t) => {
    const { editor, page, service } = started();
    const account = await faultyServer(t, service.url);
    account.set(hostedAccount);
    await writeFile(path.join(editor.folder, 'train.py'), script({ ...service, url: account.url }));
    await showSideBar(page);
    const printed = `Experiment is live on comet.com ${account.url}/team/vision/${service.keys[0]}`;
    const asked = quickInputAsking(page, 'Address of the service');
    await followTerminalLink(page, printed, 'Connect and open in Tracklens', asked, () =>
      editor.screenshot('terminal-link-signed-out'),
    );
    assert.equal(await quickInput(page).inputValue(), account.url);
    await actUntilGone(page, asked, () => quickInput(page).press('Enter', shortTimeout));
    await answer(page, 'API key for', service.apiKey);
    await activeTab(page, seeded.names[0]).waitFor();
    await row(page, 'Experiments', seeded.workspace).waitFor();
    await openFile(page, 'train.py');
    await lens(page, 'Last run: long-road').waitFor();
    await lens(page, 'wild-river · crashed').waitFor();
    await lens(page, 'classifier 1.0.9: newer version 1.1.0 · Staging').waitFor();
    await hoverOf(page, link(page, new URL(account.url).host), 'learning_rate');
    await editor.screenshot('code-hosted');
    assert.ok(account.requests.some((request) => request.endsWith('/query')));
  });
});

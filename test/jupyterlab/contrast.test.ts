import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import type { Page } from 'playwright-core';
import { axeViolations } from '../ui/browser.ts';
import { drawnCharts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { bringToFront, command, panel, rowOf, showSidebar, tree, unfold } from './lab-page.ts';
import { writeNotebook } from './notebook-file.ts';
import type { SeededService } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

/** Themes of the lab, and colors that the system forces on every page. */
const looks = [
  { look: 'light', theme: 'JupyterLab Light', colorScheme: 'light', forcedColors: 'none', kind: 'light' },
  { look: 'dark', theme: 'JupyterLab Dark', colorScheme: 'dark', forcedColors: 'none', kind: 'dark' },
  {
    look: 'high-contrast',
    theme: 'JupyterLab Dark High Contrast',
    colorScheme: 'dark',
    forcedColors: 'none',
    kind: 'high-contrast-dark',
  },
  {
    look: 'forced-light',
    theme: 'JupyterLab Light',
    colorScheme: 'light',
    forcedColors: 'active',
    kind: 'high-contrast-light',
  },
  {
    look: 'forced-dark',
    theme: 'JupyterLab Dark High Contrast',
    colorScheme: 'dark',
    forcedColors: 'active',
    kind: 'high-contrast-dark',
  },
  // The lab is light still where the system has gone dark.
  {
    look: 'forced-dark-over-light',
    theme: 'JupyterLab Light',
    colorScheme: 'dark',
    forcedColors: 'active',
    kind: 'high-contrast-dark',
  },
] as const;

// Not the buttons of the sidebar: they are elements of the lab, with findings of their own.
const sidebar = ['.jp-TracklensFilter', '.jp-TracklensTree'];
const main = ['.jp-TracklensPanel', '.jp-TracklensQuery', '.jp-TracklensOutput'];

describe('JupyterLab in all themes', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;
  let page: Page;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    page = session.page;
    await writeNotebook(path.join(session.notebookFolder, 'a.ipynb'), [
      `import tracklens\ntracklens.display("${service.keys[1]}", tab="charts")`,
    ]);
    await session.open('a.ipynb');
    await session.runAll();
    await drawnCharts(session.output(0));
    await showSidebar(page);
    await unfold(tree(page, 'Experiments'), 'local', 'vision');
    await rowOf(tree(page, 'Experiments'), 'beta').click();
    await panel(page).getByRole('heading', { name: 'beta' }).waitFor();
    await command(page, 'tracklens:open-project', { workspace: 'local', projectName: 'vision' });
    await panel(page).locator('table, [role=grid], [role=table]').first().waitFor();
    await command(page, 'tracklens:run-query', { workspace: 'local', projectName: 'vision' });
    await page.locator('.jp-TracklensQuery input, .jp-TracklensQuery textarea').first().waitFor();
  });

  for (const { look, theme, colorScheme, forcedColors, kind } of looks) {
    test(`${look}: sidebar, panels, output and query panel have enough contrast and no serious axe violation`, async () => {
      await page.emulateMedia({ colorScheme, forcedColors });
      await command(page, 'apputils:change-theme', { theme });
      await page.locator(`.jp-TracklensTree [data-theme=${kind}]`).first().waitFor();
      const findings: string[] = [];
      for (const [part, label, ready] of [
        ['experiment', 'beta', `.jp-TracklensPanel:not(.lm-mod-hidden) [data-theme=${kind}] [data-series]`],
        ['project', 'vision', `.jp-TracklensPanel:not(.lm-mod-hidden) [data-theme=${kind}]`],
        ['query', 'Query', '.jp-TracklensQuery:not(.lm-mod-hidden) input, .jp-TracklensQuery textarea'],
        ['output', 'a.ipynb', `.jp-TracklensOutput [data-theme=${kind}] [data-series]`],
      ] as const) {
        await bringToFront(page, label);
        await page.locator(ready).first().waitFor();
        await session.screenshot(`contrast-${look}-${part}`);
        // The sidebar stays as it is.
        const within = part === 'experiment' ? [...sidebar, ...main] : main;
        findings.push(...(await axeViolations(page, within)).map((finding) => `${part}: ${finding}`));
      }
      assert.deepEqual([...new Set(findings)], []);
    });
  }

  test('the labels of the commands are unique in the palette', async () => {
    await command(page, 'apputils:activate-command-palette');
    await page.locator('.lm-CommandPalette-input').fill('tracklens');
    const offered = page.locator('.lm-CommandPalette-itemLabel');
    for (const label of [
      'Show Experiments',
      'Run Query…',
      'Open Project…',
      'Refresh Experiments',
      'Insert Display Cell',
    ])
      await offered.getByText(label, { exact: true }).waitFor();
    await session.screenshot('contrast-palette');
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

test('the version that was logged, its labels and files', () =>
  inTab('artifacts', async (page) => {
    assert.match(
      await textOf(page, '.tl-artifact'),
      /digits[\s\S]*1\.0\.0[\s\S]*latest[\s\S]*dataset[\s\S]*digits\.csv/,
    );
  }));

test('the version that another experiment used, with a link to a file that is stored elsewhere', async () => {
  const { service } = stage;
  const key = await service.experiment();
  const query = new URLSearchParams({ artifactName: 'digits', experimentKey: key, consumerExperimentKey: key });
  const used = await service.call<{ artifactVersionId: string }>('GET', `/api/rest/v2/artifacts/version?${query}`);
  const remote = { link: 'https://files.example/rest.csv', artifactVersionId: used.artifactVersionId };
  const batch = '/clientlib/rest/v2/write/artifact/assets/remote/batch';
  await service.call('POST', `${batch}?experimentKey=${key}`, { remoteArtifactAssetRequests: [remote] });
  await stage.showing(async (view) => {
    const { page } = view;
    await show(view, key, 'artifacts');
    await page.locator('.tl-section-title', { hasText: 'Inputs' }).waitFor();
    await page.locator('[role=rowheader]', { hasText: 'rest.csv' }).click();
    await page.getByRole('link', { name: 'Open the address' }).waitFor();
    assert.match(await textOf(page, '.tl-artifact'), /digits[\s\S]*rest\.csv\s+link/);
    await page.locator('[role=rowheader]', { hasText: 'digits.csv' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(await readFile(await download.path(), 'utf8'), 'a,b\n1,2\n');
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tabStage, textOf } from './tab-stage.ts';

const { stage, show, inTab } = tabStage();

test('the version that was logged, its labels and files', () =>
  inTab('artifacts', async (page) => {
    assert.match(
      await textOf(page, '.tl-artifact'),
      /digits[\s\S]*1\.0\.0[\s\S]*latest[\s\S]*dataset[\s\S]*digits\.csv\s+8 B\s+asset/,
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

test('an input that may not be read is counted, and the others are shown', async () => {
  const { service } = stage;
  const experimentKey = await service.experiment();
  const artifact = { experimentKey: await service.experiment(), artifactName: 'refused', artifactType: 'dataset' };
  const { artifactId, artifactVersionId } = await service.call<{ artifactId: string; artifactVersionId: string }>(
    'POST',
    '/api/rest/v2/write/artifacts/upsert',
    artifact,
  );
  const closed = { artifactVersionId, state: 'CLOSED' };
  await service.call('POST', '/api/rest/v2/write/artifacts/state', closed);
  for (const artifactName of ['digits', 'refused']) {
    const query = new URLSearchParams({ artifactName, experimentKey, consumerExperimentKey: experimentKey });
    await service.call('GET', `/api/rest/v2/artifacts/version?${query}`);
  }
  await stage.showing(async (view) => {
    const { page } = view;
    await page.route(
      (url) => url.href.includes(artifactId),
      (route) => route.fulfill({ status: 403, json: { msg: 'No access to this workspace', code: 403 } }),
    );
    await show(view, experimentKey, 'artifacts');
    await page.getByText('1 input is not shown: its artifact was deleted, or you have no access to it.').waitFor();
    assert.match(await textOf(page, '.tl-artifact'), /digits/);
    await page.unrouteAll();
  });
});

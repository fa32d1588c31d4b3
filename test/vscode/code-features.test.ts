import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { activeTab, actUntil, briefly, hoverOf, openFile } from './editor.ts';
import { type SeededService, seeded } from './seeded-service.ts';
import { sharedEditor, suiteMillis } from './started-editor.ts';

/** Returns a training script that names experiments of the service. */
function script({ keys, url }: SeededService): string {
  const [finished, , running] = keys;
  return `import comet_ml

# Continues team/vision/${finished}
base = comet_ml.APIExperiment(previous_experiment="${running}")
page = "${url}/team/vision/${finished}"
checksum = "${'0123456789abcdef'.repeat(2)}"
unknown = "${'fedcba9876543210'.repeat(2)}"
`;
}

const link = (page: Page, text: string) => page.locator('.view-lines .detected-link', { hasText: text }).first();

describe('code that names experiments', { timeout: suiteMillis }, () => {
  const started = sharedEditor((service) => ({
    connected: true,
    files: { 'train.py': script(service), 'plain.py': `digest = "${service.keys[0]}"\n` },
  }));

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
      hover.getByRole('link', { name: 'Open', exact: true }).click(briefly),
    );
  });

  test('a link opens the panel of the experiment; a checksum is no link', async () => {
    const { page, service } = started();
    await openFile(page, 'train.py');
    assert.equal(await link(page, '0123456789abcdef').count(), 0);
    const opened = activeTab(page, seeded.names[2]);
    await actUntil(page, opened, async () => {
      await openFile(page, 'train.py');
      await link(page, service.keys[2]!).click({ modifiers: ['ControlOrMeta'], ...briefly });
    });
  });
});

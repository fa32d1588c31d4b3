import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFocus, tabStage } from './tab-stage.ts';

const { inTab } = tabStage();

test('searchable, by language or by system', () =>
  inTab('installed-packages', async (page) => {
    assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['comet_ml', 'numpy', 'torch']);
    await page.getByRole('searchbox').fill('torch');
    assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['torch']);
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Packages of').selectOption('system');
    assert.deepEqual(await page.locator('[role=rowheader]').allInnerTexts(), ['libc6']);
  }));

test('copied also in a page that was loaded over HTTP, which has no clipboard interface', () =>
  inTab('installed-packages', async (page) => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    const copied = page.evaluate(
      () =>
        new Promise((done) => {
          document.addEventListener('copy', () => done((document.activeElement as HTMLTextAreaElement).value), {
            once: true,
          });
        }),
    );
    const button = page.getByRole('tabpanel').getByRole('button', { name: 'Copy' });
    await button.press('Enter');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copied' }).waitFor();
    assert.match((await copied) as string, /comet_ml[\s\S]*numpy[\s\S]*torch/);
    await hasFocus(page.getByRole('tabpanel').getByRole('button', { name: /Cop/ }));
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
  }));

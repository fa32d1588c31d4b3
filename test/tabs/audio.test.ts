import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabStage } from './tab-stage.ts';

const { inTab } = tabStage();

test('a player that can play, and the waveform', () =>
  inTab('audio', async (page) => {
    await page.waitForSelector('.tl-wave');
    assert.match((await page.locator('.tl-wave').getAttribute('aria-label')) ?? '', /tone.wav, duration 0:01/);
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0.9);
  }));

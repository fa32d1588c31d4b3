import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Yields the rules of all style sheets of the views, each with its selectors. */
function* rules() {
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.css')) continue;
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
    for (const [, selectors, body] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      yield { file, selectors: selectors!.trim(), body: body! };
    }
  }
}

/** Returns whether a selector matches all elements, or a pseudo-element of all of them. */
const ofAll = (selector: string) => /\*(::[\w-]+)?$/.test(selector.trim());

test('rules for all elements use neither inheritance by name nor pseudo-elements, which slow down scrolling', () => {
  const found = [...rules()].filter(({ selectors }) => selectors.split(',').some(ofAll));
  assert.ok(found.some(({ body }) => body.includes('box-sizing')));
  for (const { file, selectors, body } of found) {
    assert.doesNotMatch(body, /:\s*inherit/, `${file}: ${selectors}`);
    assert.doesNotMatch(selectors, /\*::/, `${file}: ${selectors}`);
  }
});

test('no animation runs in table cells', () => {
  const waiting = [...rules()].filter(({ selectors }) => /tl-(skeleton-cell|grid|spark)/.test(selectors));
  assert.ok(waiting.length > 10);
  for (const { file, selectors, body } of waiting) assert.doesNotMatch(body, /animation/, `${file}: ${selectors}`);
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { english, type Translate } from '../text/translate.ts';
import { fixLabel } from './fix-label.ts';

/** Marks each sentence that is translated. */
const marked: Translate = (sentence, ...values) => `[${english(sentence, ...values)}]`;

test('each label of a correction is translated', async () => {
  const folder = new URL('../../../core/src/query/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => /^fix-.*\.ts$/.test(name) && !name.includes('.test.'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const labels = texts.flatMap((text) => [...text.matchAll(/\blabel: (?:'([^']+)'|`([^`]+)`)/g)]);
  assert.ok(labels.length > 20, `${labels.length} labels`);
  for (const [, plain, template] of labels) {
    const label = plain ?? template!.replaceAll(/\$\{[^}]+\}/g, 'Metric("a")');
    assert.equal(fixLabel(label, marked), `[${label}]`);
  }
});

test('the parts of a query in a label stay as they are', () => {
  const other: Translate = (sentence, ...values) =>
    english(sentence === 'Replace %1 with %2' ? 'Write %2 instead of %1' : sentence, ...values);
  assert.equal(fixLabel('Replace = with ==', other), 'Write == instead of =');
  assert.equal(fixLabel('Something else', other), 'Something else');
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('./', import.meta.url);

test('all visible texts are translated', async () => {
  const shown = /show(?:Information|Warning|Error)\(\s*(?:['"]|`[^$])|(?:prompt|placeHolder|openLabel): (?:['"]|`[^$])/;
  for (const text of ["showError('No')", 'showInformation(\n  `Saved`)', "prompt: 'Name'"]) {
    assert.match(text, shown);
  }
  const sources = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  assert.ok(sources.length > 50, `${sources.length} files`);
  for (const name of sources) {
    assert.equal(shown.exec(await readFile(new URL(name, folder), 'utf8'))?.[0], undefined, name);
  }
});

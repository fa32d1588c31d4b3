import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('./', import.meta.url);

test('all visible texts are translated', async () => {
  const shown =
    /show(?:Information|Warning|Error)Message\(\s*(?:['"]|`[^$])|(?:prompt|placeHolder|openLabel): (?:['"]|`[^$])/;
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    assert.equal(shown.exec(await readFile(new URL(name, folder), 'utf8'))?.[0], undefined, name);
  }
});

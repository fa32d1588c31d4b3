import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { exportedTables } from './exported-tables.ts';

test('docs/export.md describes each table and column', async () => {
  const documented = await readFile(new URL('../../../../docs/export.md', import.meta.url), 'utf8');
  const sections = documented.split(/^### /m).slice(1);
  assert.deepEqual(
    sections.map((section) => section.trimEnd()),
    exportedTables.map(({ name, description, columns }) =>
      [
        `${name}\n\n${description}\n`,
        '| Column | Type | Description |',
        '| --- | --- | --- |',
        ...columns.map((column) => {
          const type = `${column.type}${column.nullable ? ', nullable' : ''}`;
          return `| \`${column.name}\` | ${type} | ${column.description} |`;
        }),
      ].join('\n'),
    ),
  );
});

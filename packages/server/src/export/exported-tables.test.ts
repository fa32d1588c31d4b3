import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { updateExperiment } from '../store/experiments/experiments.ts';
import { requireProject } from '../store/experiments/projects.ts';
import { logExperiment } from '../testing/logged-folder.ts';
import { testStore } from '../testing/test-service.ts';
import { exportedTables } from './exported-tables.ts';
import { projectSource } from './project-source.ts';

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

test('an experiment that is logged during an export is left out: its key is no category of the table', async (t) => {
  const store = await (await testStore(t)).open();
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  await logExperiment(store, first);
  const { project_id: projectId } = await requireProject(store.db, { workspaceName: 'ada', projectName: 'general' });
  const metrics = exportedTables.find(({ name }) => name === 'metrics')!;
  const table = await metrics.open(await projectSource(store.db, projectId), assert.fail);
  await logExperiment(store, second);
  const keys = new Set<unknown>();
  for await (const { columns } of table.batches()) for (const key of columns.experiment_key!) keys.add(key);
  assert.deepEqual([...keys], [first]);
  assert.deepEqual(table.categories.experiment_key, [first]);
});

test('an experiment that is archived or restored during an export is in each table once', async (t) => {
  const store = await (await testStore(t)).open();
  const [archived, other, restored] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
  for (const key of [archived, other, restored]) await logExperiment(store, key);
  const { project_id: projectId } = await requireProject(store.db, { workspaceName: 'ada', projectName: 'general' });
  const setArchived = async (first: number, last: number) => {
    await updateExperiment(store.db, archived, { archived: first });
    await updateExperiment(store.db, restored, { archived: last });
  };
  await setArchived(0, 1);
  const source = await projectSource(store.db, projectId);
  for (const name of ['experiments', 'tags', 'assets', 'metrics']) {
    await setArchived(0, 1);
    const table = await exportedTables.find((exported) => exported.name === name)!.open(source, assert.fail);
    const keys: unknown[] = [];
    for await (const { columns } of table.batches()) {
      keys.push(...new Set<unknown>(columns.experiment_key));
      await setArchived(1, 0);
    }
    assert.deepEqual(keys, [archived, other, restored], name);
  }
});

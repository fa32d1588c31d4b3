import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestService, testService } from '../../testing/test-service.ts';
import { findProject } from '../experiments/projects.ts';
import { projectColumns } from './query-columns.ts';

const rest = '/api/rest/v2';

async function log(service: TestService, project: string, parameters: Record<string, unknown>): Promise<string> {
  const experimentKey = await service.experiment(project);
  for (const [parameterName, parameterValue] of Object.entries(parameters)) {
    const body = { experimentKey, parameterName, parameterValue };
    await service.call('POST', `${rest}/write/experiment/parameter`, body);
    await service.call('POST', `${rest}/write/experiment/metric`, {
      experimentKey,
      metricName: `m_${parameterName}`,
      metricValue: 1,
    });
    await service.call('POST', `${rest}/write/experiment/tags`, { experimentKey, addedTags: [`t_${parameterName}`] });
  }
  return experimentKey;
}

async function columns({ store: { db } }: TestService, projectName: string): Promise<string[]> {
  const project = await findProject(db, { workspaceName: 'ada', projectName });
  const found = await projectColumns(db, project!.project_id);
  // As with too many experiments of other projects to search them for each name.
  assert.deepEqual(await projectColumns(db, project!.project_id, -1), found);
  const ofUse = found.filter(({ source }) => ['metrics', 'params', 'tag'].includes(source));
  return ofUse.map(({ source, name, type }) => `${source} ${name} ${type}`);
}

test('columns are those of the project, whatever its share of the data', async (t) => {
  const service = await testService(t);
  for (const value of ['1', 2, '', 'nan']) await log(service, 'large', { a: value, b: value === 2 ? 'two' : value });
  const shared = await log(service, 'large', { shown: 'true' });
  await log(service, 'small', { b: 1, é: 'TRUE' });
  const small = [
    'metrics m_b double',
    'metrics m_é double',
    'params b double',
    'params é boolean',
    'tag t_b string',
    'tag t_é string',
  ];
  assert.deepEqual(await columns(service, 'small'), small);
  assert.deepEqual(await columns(service, 'large'), [
    ...['metrics m_a double', 'metrics m_b double', 'metrics m_shown double'],
    ...['params a double', 'params b string', 'params shown boolean'],
    ...['tag t_a string', 'tag t_b string', 'tag t_shown string'],
  ]);
  await service.call('GET', `${rest}/write/project/symlink?experimentKey=${shared}&projectName=small`);
  assert.deepEqual(
    (await columns(service, 'small')).filter((column) => column.includes('shown')),
    ['metrics m_shown double', 'params shown boolean', 'tag t_shown string'],
  );
});

test('a project without experiments has the columns that every experiment has', async (t) => {
  const service = await testService(t);
  await service.call('POST', `${rest}/write/project/create`, { workspaceName: 'ada', projectName: 'new' });
  assert.deepEqual(await columns(service, 'new'), []);
});

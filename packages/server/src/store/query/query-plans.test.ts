/**
 * Requests that read one page, or search, do not read every experiment of a large project: SQLite reads the tables by
 * an index and does not sort them. `npm run bench -- many-experiments` measures the same requests on both databases.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely, RootOperationNode } from 'kysely';
import { createApp } from '../../service/app.ts';
import { recordedStatements } from '../../testing/recorded-statements.ts';
import { testKey, testService } from '../../testing/test-service.ts';
import { logValues } from '../experiments/experiment-items.ts';
import { withExperimentLock } from '../experiments/experiment-lock.ts';
import { insertExperiment } from '../experiments/experiments.ts';
import { appendPoints } from '../metrics/metric-append.ts';
import type { Tables } from '../tables/schema.ts';

const rest = '/api/rest/v2';
const project = 'workspaceName=ada&projectName=digits';

interface Rule {
  readonly source: string;
  readonly type: string;
  readonly operator: string;
  readonly field: string;
  readonly value: unknown;
}

const lowLoss: Rule = { source: 'metrics', type: 'double', operator: 'less', field: 'loss', value: 1 };
const highRate: Rule = { source: 'params', type: 'double', operator: 'greater', field: 'lr', value: 0.1 };
const optimizer: Rule = { source: 'params', type: 'string', operator: 'equal', field: 'optimizer', value: 'adam' };
const group = (...rules: Rule[]) => ({ condition: 'AND', rules });
const predicates = (...rules: Rule[]) => rules.map((rule) => ({ source: rule.source, query: group(rule) }));

/** Requests by title, each with the index of the table that grows with the project. */
const requests: Record<string, { path: string; body?: (projectId: string) => object; reads: string; sorts?: true }> = {
  'the newest page': {
    path: `${rest}/experiments?${project}&page=1&size=100&sortBy=startTime&sortOrder=desc`,
    reads: 'experiments_by_start (project_id=? AND archived=?)',
  },
  'the oldest page': {
    path: `${rest}/experiments?${project}&page=1&size=100&sortBy=startTime&sortOrder=asc`,
    reads: 'experiments_by_start (project_id=? AND archived=?)',
  },
  'a later page': {
    path: `${rest}/experiments?${project}&page=3&size=20&sortBy=startTime&sortOrder=desc`,
    reads: 'SEARCH experiments USING COVERING INDEX experiments_by_start (project_id=? AND archived=?)',
    // Its own rows.
    sorts: true,
  },
  'the list of projects': {
    path: `${rest}/projects?workspaceName=ada`,
    reads: 'experiments_by_update (project_id=? AND archived=?)',
  },
  'the names that queries can test': {
    path: `${rest}/project/column-names?${project}`,
    reads: 'experiment_parameters_by_number (name>?)',
  },
  'a page sorted by a metric': {
    path: `${rest}/project/experiment-summaries?${project}&metricName=loss&sortBy=min&sortOrder=asc&page=1&size=1`,
    reads: 'metric_summaries_by_min (metric_name=? AND value_min>? AND value_min<?)',
  },
  'a later page sorted by a metric': {
    path: `${rest}/project/experiment-summaries?${project}&metricName=loss&sortBy=max&sortOrder=desc&page=3&size=20`,
    reads: 'metric_summaries_by_max (metric_name=? AND value_max>? AND value_max<?)',
  },
  'words in experiments of all projects': {
    path: `${rest}/experiments/find?text=digits`,
    reads: 'experiments_by_time (archived=?)',
    // Each batch of keys.
    sorts: true,
  },
  'a page of a search by metric': {
    path: `${rest}/experiments/search`,
    body: (projectId) => ({ projectId, limit: 100, page: 1, rulesTree: group(lowLoss) }),
    reads: 'metric_summaries_by_current (metric_name=? AND value_current<?)',
    // What it found.
    sorts: true,
  },
  'a page of a search by a metric that many have': {
    path: `${rest}/experiments/search`,
    body: (projectId) => ({ projectId, limit: 1, page: 1, rulesTree: group(lowLoss) }),
    reads: 'experiments_by_start (project_id=? AND archived=?)',
  },
  'a page of a search by text': {
    path: `${rest}/experiments/search`,
    body: (projectId) => ({ projectId, limit: 100, page: 1, rulesTree: group(optimizer) }),
    reads: 'experiments_by_start (project_id=? AND archived=?)',
  },
  'a query by a metric, a number and a text': {
    path: `${rest}/project/query`,
    body: () => ({
      ...{ workspaceName: 'ada', projectName: 'digits', archived: false },
      predicates: predicates(lowLoss, highRate, optimizer),
    }),
    reads: 'sqlite_autoindex_experiments_1 (experiment_key=?)',
    // What it found.
    sorts: true,
  },
};

test('a page and a search read a large project by an index', async (t) => {
  const service = await testService(t);
  if (service.store.dialect === 'postgres') return t.skip('the plans of PostgreSQL depend on the size of the tables');
  const key = await service.experiment();
  const at = 1_790_000_000_000;
  await appendPoints(service.store, key, [{ name: 'loss', context: null, value: 0, step: 1, epoch: 1, timestamp: at }]);
  await withExperimentLock(service.store, key, (trx) =>
    logValues(trx, 'experiment_parameters', key, [
      { name: 'lr', value: '0.5', timestamp: at },
      { name: 'optimizer', value: 'adam', timestamp: at },
    ]),
  );
  const { projects } = await service.call<{ projects: { projectId: string }[] }>(
    'GET',
    `${rest}/projects?workspaceName=ada`,
  );
  // So many that a page of one is not read by sorting all.
  for (let index = 0; index < 60; index++) {
    const projectId = projects[0]!.projectId;
    const experiment = { experimentKey: `key${index}`, projectId, name: null, runId: 'r', startTime: at } as const;
    await insertExperiment(service.store.db, { ...experiment, liveness: 'none' }, at);
    const point = { name: 'loss', context: null, value: 0.5, step: 1, epoch: 1, timestamp: at };
    await appendPoints(service.store, experiment.experimentKey, [point]);
  }
  for (const [title, { path, body, reads, sorts = false }] of Object.entries(requests)) {
    const { db, nodes } = recordedStatements(service.store.db);
    const session = { userName: 'ada', defaultWorkspaceName: 'ada' };
    const app = createApp({ store: { ...service.store, db }, apiKey: testKey, session });
    const headers = { host: '127.0.0.1', authorization: testKey, 'content-type': 'application/json' };
    const json = JSON.stringify(body?.(projects[0]!.projectId));
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: json };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, sent));
    assert.equal(response.status, 200, title);
    await response.text();
    const plan = await planOf(service.store.db, nodes);
    assert.ok(
      plan.some((step) => step.includes(reads)),
      `${title}: ${plan.join('\n')}`,
    );
    const scans = plan.filter((step) =>
      /^SCAN (?!names|types|found|passing|some_passing|counted|part|first|page|(\d )?CONSTANT)/.test(step),
    );
    assert.deepEqual(
      scans.filter((step) => !step.includes('COVERING INDEX')),
      [],
      title,
    );
    if (!sorts) assert.ok(!plan.includes('USE TEMP B-TREE FOR ORDER BY'), `${title}: ${plan.join('\n')}`);
  }
});

/** Returns the steps of the plans of all statements that only read. */
async function planOf(db: Kysely<Tables>, nodes: readonly RootOperationNode[]): Promise<string[]> {
  const steps: string[] = [];
  for (const node of nodes) {
    const compiled = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    if (!/^\s*(select|with)/i.test(compiled.sql)) continue;
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `explain query plan ${compiled.sql}`,
      // The values of prepared queries are bound later.
      parameters: compiled.parameters.map((value) => (typeof value === 'object' ? null : value)),
    });
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps;
}

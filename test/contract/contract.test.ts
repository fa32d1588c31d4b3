import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import { accountCases } from './cases/account.ts';
import { artifactCases } from './cases/artifacts.ts';
import { assetCases } from './cases/assets.ts';
import { contentCases } from './cases/contents.ts';
import { experimentCases } from './cases/experiments.ts';
import { helperCases } from './cases/helpers.ts';
import { listCases } from './cases/lists.ts';
import { loggingCases } from './cases/logging.ts';
import { metricCases } from './cases/metrics.ts';
import { projectCases } from './cases/projects.ts';
import { queryCases } from './cases/query.ts';
import { registryCases } from './cases/registry.ts';
import { systemCases } from './cases/system.ts';
import { contractConnections, contractService } from './contract-service.ts';

const areas = {
  account: accountCases,
  projects: projectCases,
  experiments: experimentCases,
  metrics: metricCases,
  lists: listCases,
  assets: assetCases,
  contents: contentCases,
  helpers: helperCases,
  system: systemCases,
  artifacts: artifactCases,
  registry: registryCases,
  query: queryCases,
  logging: loggingCases,
};

for (const connection of contractConnections) {
  test(connection, async (t) => {
    const service = await contractService(connection);
    cleanup(t).defer(() => service.close());
    for (const [area, cases] of Object.entries(areas)) {
      for (const { title, run } of cases) await t.test(`${area}: ${title}`, () => run(service));
    }
    await t.test('every endpoint of the contract is covered', () => assert.deepEqual(service.unanswered(), []));
  });
}

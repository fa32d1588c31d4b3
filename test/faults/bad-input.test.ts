import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment, isQuerySyntaxError, isRestApiException } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { type FaultyServer, faultyServer } from './faulty-server.ts';
import { wrongAccountCalls } from './wrong-account-calls.ts';
import type { WrongCalls } from './wrong-call.ts';
import { wrongExperimentCalls } from './wrong-experiment-calls.ts';

const apiKey = 'input-key-0123456789';
const wrong: WrongCalls = { ...wrongAccountCalls, ...wrongExperimentCalls };
/** Groups of operations. Query operations are one group. */
const groups = ['account', 'projects', 'experiments', 'query', 'artifacts', 'registry', 'panel'].concat([
  'identity',
  'tags',
  'logging',
  'setting',
  'reading',
]);

/** Returns the code of the error and its message without the remedy. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'success';
  } catch (error) {
    if (isRestApiException(error)) return `${error.code}: ${error.message.replace(` ${error.remedy}.`, '')}`;
    if (isQuerySyntaxError(error)) return `syntax: ${error.message}`;
    return `not ours: ${String(error)}`;
  }
}

test('wrong arguments are rejected with a message, before anything is sent where the client can know', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'file.txt'), 'text');
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const server: FaultyServer = await faultyServer(t, service.url);
  const api = new API({ url: server.url, apiKey, cache: false, warn: () => {} });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'input', start: false });
  const absent = new APIExperiment({ api, previousExperiment: 'd'.repeat(32) });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const [group, calls] of Object.entries(wrong)) {
    for (const { title, run, error, needsService } of calls) {
      await t.test(`${group}: ${title}`, async () => {
        server.set(null);
        const given = await outcome(run({ api, experiment, absent, folder, circle }));
        assert.equal(given.replaceAll(experiment.key, 'KEY'), error);
        if (!needsService) assert.deepEqual(server.requests, []);
        const written = await readdir(folder, { recursive: true });
        assert.deepEqual(
          written.filter((name) => !/^(?:data\b|to$|file\.txt$)/.test(name)),
          [],
        );
      });
    }
  }
});

test('the wrong calls cover each group of the interface, with invalid values and unknown names', () => {
  assert.deepEqual(Object.keys(wrong), groups);
  for (const [group, calls] of Object.entries(wrong)) {
    assert.ok(calls.length >= 2 && calls.some(({ needsService }) => !needsService), group);
    if (!['account', 'panel'].includes(group))
      assert.ok(
        calls.some(({ needsService }) => needsService),
        group,
      );
  }
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { service as buildService } from '../../scripts/build.ts';
import { run } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import { runCommandLine } from './running-command.ts';

const formats = ['parquet', 'arrow', 'csv'];

/** What the client reads of a project, in the form of read_export.py. */
async function expectedOf(api: API) {
  const experiments = await api.getExperiments('demo', { projectName: 'digits' });
  const expected = { experiments: [] as string[], tags: 0, points: 0, finite: 0, sum: 0, time: 0, parameters: 0 };
  for (const experiment of experiments) {
    expected.experiments.push(experiment.name!);
    expected.tags += (await experiment.getTags()).length;
    expected.parameters += (await experiment.getParametersSummary()).filter(({ valueCurrent }) =>
      /^(?:true|false|-?[\d.]+(?:e-?\d+)?)$/i.test(valueCurrent),
    ).length;
    for (const { metricValue, timestamp } of await experiment.getMetrics()) {
      expected.points++;
      const value = Number(metricValue);
      if (Number.isFinite(value)) {
        expected.finite++;
        expected.sum += value;
      }
      expected.time = Math.max(expected.time, timestamp!);
    }
  }
  expected.experiments.sort();
  return expected;
}

test('pandas, pyarrow and Polars read an export of a running service', { timeout: 240_000 }, async (t) => {
  await buildService();
  const { python, env } = await pythonEnvironment();
  const folder = await temporaryFolder(t);
  const data = join(folder, 'data');
  const local = await startLocalService(data, { demo: true, built: true });
  cleanup(t).defer(() => local.stop());
  const expected = await expectedOf(
    new API({ apiKey: (await readFile(local.apiKeyFile, 'utf8')).trim(), url: local.url }),
  );
  const folders = formats.map((format) => join(folder, format));
  const options = formats.flatMap((format, index) => [`--${format}`, folders[index]!]);
  const program = inRoot('packages', 'server', 'dist', 'tracklens.mjs');
  const command = runCommandLine(t, [process.execPath, program, 'export', 'demo/digits', ...options, '--data', data]);
  assert.equal(await command.ended, 0, command.printed());
  assert.match(command.printed(), /metrics\.parquet: [\d,]+ rows, [\d.]+ kB/);
  const read = JSON.parse(
    await run(python, [inRoot('test', 'server', 'read_export.py'), ...folders], { env }),
  ) as Record<string, typeof expected>;
  assert.equal(Object.keys(read).length, 5);
  for (const [reader, { sum, ...others }] of Object.entries(read)) {
    const { sum: expectedSum, ...expectedOthers } = expected;
    assert.deepEqual(others, expectedOthers, reader);
    assert.ok(
      Math.abs(sum - expectedSum) < 1e-6 * Math.abs(expectedSum),
      `${reader}: ${sum} instead of ${expectedSum}`,
    );
  }
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { pointsOf, sdkSession, valuesOf } from './sdk-session.ts';

interface Logged {
  readonly key: string;
  readonly firstName: string;
  readonly tags: readonly string[];
}

test('texts, parameters, the machine and the repository that the SDK logs are read back', async (t) => {
  const session = await sdkSession<Logged>(t, 'log_texts.py');
  const { key, firstName, tags } = session.logged;
  const of = `experimentKey=${key}`;

  await t.test('parameters, nested ones flattened, and values of every type', async () => {
    const { curr_epoch: _, curr_step: __, ...parameters } = await valuesOf(session, 'parameters', key);
    assert.deepEqual(parameters, {
      'net|layers|first': '64',
      'net|layers|second': '[1,2]',
      'net|act': 'relu',
      none: 'null',
      flag: 'true',
      opt_rate: '0.1',
      changed: '5',
      odd: 'Infinity',
      a: '{"b": 1}',
      lr: '0.1',
      dataset_hash: parameters.dataset_hash,
    });
    assert.match(parameters.dataset_hash!, /^[0-9a-f]{12}$/);
  });

  await t.test('metrics, nested ones flattened, in their context, at the step that was set', async () => {
    assert.deepEqual(await pointsOf(session, key, 'val_f1'), [[0.5, 1, 1]]);
    assert.deepEqual(await pointsOf(session, key, 'val_deep%2Fer'), [[0.25, 1, 1]]);
    assert.deepEqual(await pointsOf(session, key, 'validate_loss'), [[2, 1, 1]]);
    assert.deepEqual(await pointsOf(session, key, 'at_step'), [[1.5, 40, 1]]);
  });

  await t.test('other items, the optimizer and the name', async () => {
    assert.deepEqual(await valuesOf(session, 'log-other', key), {
      Name: 'texts of all kinds',
      hasNestedParams: 'true',
      n: '1',
      text: 'täxt',
      list: '[1, 2]',
      optimizer_id: 'opt-1',
      optimizer_metric: 'loss',
      optimizer_metric_value: '0.1',
      optimizer_objective: 'minimize',
      optimizer_parameters: '{"lr": 0.1}',
      dataset_info: 'digits-2, s3://bucket/digits',
    });
    const metadata = await session.read<Record<string, unknown>>(`experiment/metadata?${of}`);
    assert.deepEqual(
      [metadata.experimentName, metadata.optimizationId, metadata.fileName, metadata.filePath],
      ['texts of all kinds', 'opt-1', 'renamed.py', 'renamed.py'],
    );
    assert.match(firstName, /^\w+$/, 'the service made up a name at the start');
  });

  await t.test('tags, HTML, graph, output', async () => {
    const { tags: kept } = await session.read<{ tags: string[] }>(`experiment/tags?${of}`);
    assert.deepEqual(kept, ['one', 'two', 'three']);
    assert.deepEqual(tags.toSorted(), ['one', 'three', 'two']);
    const { html } = await session.read<{ html: string }>(`experiment/html?${of}`);
    assert.match(html, /^<p>first<\/p><p>second<\/p>.*href="https:\/\/lab\.example\/".*the lab/);
    assert.deepEqual(await session.read(`experiment/graph?${of}`), { graph: 'graph of the net' });
    const { output } = await session.read<{ output: string }>(`experiment/output?${of}`);
    for (const line of ['out ünïcode\n', 'err\n', 'no end of line']) assert.ok(output.includes(line), line);
  });

  await t.test('the machine, with what was added to it', async () => {
    const details = await session.read<Record<string, unknown>>(`experiment/system-details?${of}`);
    assert.deepEqual(details.logAdditionalSystemInfoList, [{ key: 'rack', value: 'b2' }]);
    assert.ok((details.systemMetricNames as string[]).includes('sys.ram.used'));
    assert.equal(typeof details.totalRam, 'number');
    assert.equal(typeof details.pid, 'number');
    for (const field of ['hostname', 'os', 'osType', 'machine', 'executable', 'user']) assert.ok(details[field], field);
  });

  await t.test('the repository and its patch', async () => {
    const git = await session.read<Record<string, string>>(`experiment/git/metadata?${of}`);
    assert.equal(git.branch, 'refs/heads/trunk');
    assert.match(git.parent!, /^[0-9a-f]{40}$/);
    const patch = await session.client.bytes(`/api/rest/v2/experiment/git/patch?${of}`);
    assert.match(Buffer.from(unzipSync(patch)['git_diff.patch']!).toString(), /\+rate = 1/);
  });

  await t.test('a symbolic link shows it in another project', async () => {
    const { experiments } = await session.read<{ experiments: { experimentKey: string }[] }>(
      'experiments?workspaceName=lab&projectName=mirror&archived=False',
    );
    assert.deepEqual(
      experiments.map(({ experimentKey }) => experimentKey),
      [key],
    );
  });

  await t.test('messages, remote actions and dependencies, which no endpoint returns, are stored', async () => {
    await session.service.stop();
    const database = new DatabaseSync(join(session.dataFolder, 'tracklens.db'), { readOnly: true });
    const rows = (sql: string) => database.prepare(sql).all(key) as Record<string, string>[];
    const messages = rows('select content from notifications where experiment_key = ? order by created_at').map(
      ({ content }) => JSON.parse(content!) as Record<string, unknown>,
    );
    assert.deepEqual(messages.map(({ title, status }) => [title, status])[0], ['half way', 'running']);
    assert.deepEqual(messages[0]!.additional_data, { loss: 0.5 });
    assert.equal(messages.at(-1)!.status, 'finished');
    const [offered] = rows('select * from remote_functions where experiment_key = ?');
    assert.deepEqual(
      [offered?.function_name, offered?.documentation, offered?.argument_names],
      ['halve', 'Halves the rate.', '["rate"]'],
    );
    const [texts] = rows("select content from experiment_texts where experiment_key = ? and kind = 'dependencies'");
    assert.deepEqual(JSON.parse(texts!.content!), [{ name: 'left-pad', version: '1.0' }]);
    database.close();
  });
});

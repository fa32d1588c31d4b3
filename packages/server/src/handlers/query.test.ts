import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '@tracklens/core/contract';
import { compileQuery, parseQueryOrThrow } from '@tracklens/core/query';
import { type TestService, testService } from '../testing/test-service.ts';

const rest = '/api/rest/v2';

async function project(service: TestService): Promise<Record<'good' | 'bad' | 'empty', string>> {
  const made: string[] = [];
  for (const [loss, lr, tags] of [
    [0.1, '0.10', ['keep']],
    [NaN, 0.5, ['bad', 'old']],
  ] as const) {
    const experimentKey = await service.experiment();
    const value = Number.isNaN(loss) ? 'NaN' : loss;
    await service.call('POST', `${rest}/write/experiment/metric`, {
      experimentKey,
      metricName: 'loss',
      metricValue: value,
    });
    await service.call('POST', `${rest}/write/experiment/parameter`, {
      experimentKey,
      parameterName: 'lr',
      parameterValue: lr,
    });
    await service.call('POST', `${rest}/write/experiment/log-other`, { experimentKey, key: 'note', value: '' });
    await service.call('POST', `${rest}/write/experiment/tags`, { experimentKey, addedTags: tags });
    await service.call('POST', `${rest}/write/experiment/system-details`, {
      experimentKey,
      hostname: `host${made.length}`,
    });
    made.push(experimentKey);
  }
  return { good: made[0]!, bad: made[1]!, empty: await service.experiment() };
}

const columns = async (service: TestService) =>
  (
    await service.call<{ columns: Column[] }>(
      'GET',
      `${rest}/project/column-names?workspaceName=ada&projectName=digits`,
    )
  ).columns;

test('columns name everything that was logged, with types', async (t) => {
  const service = await testService(t);
  await project(service);
  const found = new Map((await columns(service)).map(({ name, source, type }) => [`${source}:${name}`, type]));
  const expected = {
    'metrics:loss': 'double',
    'params:lr': 'double',
    'log_other:note': 'string',
    'tag:keep': 'string',
    'env_details:hostname': 'string',
    'metadata:duration': 'timenumber',
    'metadata:start_server_timestamp': 'datetime',
    'metadata:experimentKey': 'string',
  };
  for (const [name, type] of Object.entries(expected)) assert.equal(found.get(name), type, name);
});

test('queries find matching experiments by the semantics of the language', async (t) => {
  const service = await testService(t);
  const keys = await project(service);
  const known = await columns(service);
  const nameOf = new Map(Object.entries(keys).map(([name, key]) => [key, name]));
  const cases: [string, string[]][] = [
    ['(Metric("loss") < 1)', ['good']],
    ['~(Metric("loss") < 1)', []],
    ['(Metric("loss") == None)', ['empty']],
    ['(Metric("loss") != 0.1)', ['bad']],
    ['(Parameter("lr") == 0.1)', ['good']],
    ['(Parameter("lr").between(0.4, 0.6))', ['bad']],
    ['Tag("keep")', ['good']],
    ['~Tag("keep")', ['bad', 'empty']],
    ['(Other("note") == "")', ['bad', 'good']],
    ['(Environment("hostname").endswith("1"))', ['bad']],
    ['(Metadata("duration") < 5) & (Parameter("lr") > 0.2)', ['bad']],
    ['(Metadata("start_server_timestamp") > "2031-01-01 00:00:00")', []],
  ];
  for (const [text, expected] of cases) {
    const [predicates] = compileQuery(parseQueryOrThrow(text), known);
    const { experimentKeys } = await service.call<{ experimentKeys: string[] }>('POST', `${rest}/project/query`, {
      workspaceName: 'ada',
      projectName: 'digits',
      predicates,
      archived: false,
    });
    assert.deepEqual(experimentKeys.map((key) => nameOf.get(key)).sort(), expected, text);
  }
});

test('a malformed query is rejected with its position', async (t) => {
  const service = await testService(t);
  await project(service);
  const body = { workspaceName: 'ada', projectName: 'digits', predicates: [{ source: 'stars' }] };
  const rejected = await service.call('POST', `${rest}/project/query`, body, 400);
  assert.match(String(rejected.msg), /predicates\[0\]/);
  await service.call('POST', `${rest}/project/query`, { ...body, projectName: 'none', predicates: [] }, 404);
});

test('summaries are sorted by a value of a metric and paged; without a number last, then newest first', async (t) => {
  const service = await testService(t);
  const keys = await project(service);
  const nameOf = new Map(Object.entries(keys).map(([name, key]) => [key, name]));
  interface Summaries {
    experiments: { experimentKey: string }[];
    metrics: { name: string; experiments: number[]; min: unknown[] }[];
  }
  const read = async (parameters: string) => {
    const path = `${rest}/project/experiment-summaries?workspaceName=ada&projectName=digits&metricName=loss${parameters}`;
    const { experiments, metrics } = await service.call<Summaries>('GET', path);
    const names = experiments.map(({ experimentKey }) => nameOf.get(experimentKey));
    return { names, metrics: metrics.map(({ name, experiments, min }) => [name, experiments, min]) };
  };
  const better = await service.experiment();
  nameOf.set(better, 'better');
  const logged = { experimentKey: better, metricName: 'loss', metricValue: -1 };
  await service.call('POST', `${rest}/write/experiment/metric`, logged);
  const ascending = await read('&sortBy=min&sortOrder=asc');
  assert.deepEqual(ascending.names.slice(0, 2), ['better', 'good']);
  assert.deepEqual(new Set(ascending.names.slice(2)), new Set(['bad', 'empty']));
  assert.deepEqual((await read('&sortBy=current&sortOrder=desc')).names.slice(0, 2), ['good', 'better']);
  const page = await read('&sortBy=max&sortOrder=desc&page=2&size=1');
  assert.deepEqual(page, { names: ['better'], metrics: [['loss', [0], [-1]]] });
  assert.deepEqual((await read('')).names.length, 4);
});

// cspell:ignore Übung eins Контроль ΣΟΦΟΣ σοφος İzmir Länge ÉLEVÉE Ubung zwei
test('a word is found in upper and lower case, also with letters outside ASCII', async (t) => {
  const service = await testService(t);
  const [experimentKey, other] = [await service.experiment(), await service.experiment()];
  const write = (path: string, body: object, key = experimentKey) =>
    service.call('POST', `${rest}/write/experiment/${path}`, { experimentKey: key, ...body });
  await write('log-other', { key: 'Name', value: 'Übung EINS' });
  await write('tags', { addedTags: ['Контроль', 'ΣΟΦΟΣ', 'İzmir'] });
  await write('parameter', { parameterName: 'Länge', parameterValue: 'ÉLEVÉE' });
  await write('log-other', { key: 'Name', value: 'Ubung zwei' }, other);
  const found = async (text: string) =>
    (
      await service.call<{ experiments: { experimentKey: string }[] }>(
        'GET',
        `${rest}/experiments/find?text=${encodeURIComponent(text)}`,
      )
    ).experiments.map((experiment) => experiment.experimentKey);
  for (const text of ['Übung eins', 'контроль', 'σοφος', 'länge=élevée']) {
    for (const typed of [text, text.toLowerCase(), text.toUpperCase()]) {
      assert.deepEqual(await found(typed), [experimentKey], typed);
    }
  }
  // Its lower case is two characters.
  assert.deepEqual(await found('İZMIR'), [experimentKey]);
  assert.deepEqual(await found('übung zwei'), []);
  assert.deepEqual(await found('ubung'), [other]);
  // More letters than are compared in both cases, in more words.
  const letters = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x400 + index));
  assert.deepEqual(await found(letters.join('')), []);
  assert.deepEqual(await found(letters.join(' ')), []);
});

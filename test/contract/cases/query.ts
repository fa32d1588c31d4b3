import assert from 'node:assert/strict';
import { Metric, type QueryRun, queryVariable, Tag } from '@tracklens/core';
import { contract } from '@tracklens/core/contract';
import type { QueryInput } from '@tracklens/core/query';
import type { ContractCase } from '../contract-service.ts';

export const queryCases: readonly ContractCase[] = [
  {
    title: 'queries as text and built in code find the same; "or" is a union',
    async run({ api, workspace, experiment }) {
      const keys: string[] = [];
      for (let index = 0; index < 4; index++) {
        const one = await experiment('queried');
        await one.logMetric('acc', index / 4);
        await one.logParameter('lr', 10 ** -index);
        if (index === 0) await one.addTag('base');
        keys.push(one.key);
      }
      const found = async (query: Parameters<typeof api.query>[2]) =>
        (await api.query(workspace, 'queried', query)).map(({ key }) => key).sort();
      const expected = (...indices: number[]) => indices.map((index) => keys[index]!).sort();
      assert.deepEqual(await found('(Metric("acc") >= 0.5) & (Parameter("lr") < 0.005)'), expected(3));
      assert.deepEqual(await found(Metric('acc').ge(0.5)), expected(2, 3));
      assert.deepEqual(await found('~((Metric("acc") >= 0.5) & (Metric("acc") < 0.75))'), expected(0, 1, 3));
      const any = await api.queryAny(workspace, 'queried', [Tag('base'), 'Metric("acc") > 0.7']);
      assert.deepEqual(any.map(({ key }) => key).sort(), expected(0, 3));
      const text = 'Metric("acc") > 0.7; Tag("base"); (Metric("acc") > 0.7) & ~Tag("base")';
      const newestFirst = (await api.queryAny(workspace, 'queried', text)).map(({ key }) => key);
      assert.deepEqual(newestFirst.toSorted(), expected(0, 3));
      const starts = new Map(
        (await api.getExperiments(workspace, { projectName: 'queried' })).map((one, place) => [one.key, place]),
      );
      assert.ok(starts.get(newestFirst[0]!)! < starts.get(newestFirst[1]!)!);
      await api.archiveExperiment(keys[3]!);
      assert.deepEqual(await found('Metric("acc") > 0.7'), []);
      const archived = await api.query(workspace, 'queried', 'Metric("acc") > 0.7', { archived: true });
      assert.deepEqual(
        archived.map(({ key }) => key),
        [keys[3]],
      );
    },
  },
  {
    title: 'an invalid query is reported with its position; a name that was never logged finds nothing',
    async run({ api, workspace, experiment }) {
      await (await experiment('broken')).logMetric('acc', 1);
      for (const query of ['Metric("acc") = 1', 'Metric("acc") > "high"']) {
        await assert.rejects(api.query(workspace, 'broken', query), { name: 'QuerySyntaxError' });
      }
      const plans: QueryRun[] = [];
      const onPlan = (plan: QueryRun) => void plans.push(plan);
      assert.deepEqual(await api.query(workspace, 'broken', 'Metric("akk") == None', { onPlan }), []);
      assert.deepEqual([plans[0]?.calls, plans[0]?.unknownNames.length], [0, 1]);
      const either = await api.query(workspace, 'broken', 'Metric("acc") > 1 or Metric("acc") > 0.5', { onPlan });
      assert.deepEqual([either.length, plans[1]], [1, { calls: 2, unknownNames: [] }]);
    },
  },
  {
    title: 'a query finds the runs whose loss is NaN or infinite',
    async run({ api, workspace, experiment }) {
      const runs: string[] = [];
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1]) {
        const one = await experiment('diverged');
        await one.logMetric('loss', value);
        runs.push(one.key);
      }
      const found = async (query: QueryInput) => (await api.query(workspace, 'diverged', query)).map(({ key }) => key);
      assert.deepEqual(await found(Metric('loss').eq(Number.NaN)), [runs[0]]);
      assert.deepEqual(await found('Metric("loss") == float("nan")'), [runs[0]]);
      assert.deepEqual((await found('Metric("loss") != "NaN"')).sort(), runs.slice(1).sort());
      assert.deepEqual(await found(Metric('loss').eq(Number.POSITIVE_INFINITY)), [runs[1]]);
      assert.deepEqual(await found('Metric("loss") < float("inf")'), [runs[2]]);
    },
  },
  {
    title: 'what a query can test is listed with its type',
    async run({ api, workspace, experiment }) {
      const one = await experiment('columns');
      await one.logMetric('acc', 1);
      await one.addTag('t');
      const columns = await api.getQueryVariables(workspace, 'columns');
      assert.equal(columns.find(({ name, source }) => name === 'acc' && source === 'metrics')?.type, 'double');
      assert.ok(columns.some(({ source }) => source === 'metadata'));
      const acc = queryVariable(columns.find(({ source }) => source === 'metrics')!);
      assert.equal((await api.query(workspace, 'columns', acc.gt(0))).length, 1);
      assert.throws(() => queryVariable({ source: 'tag', name: 't' }), /use Tag\("t"\)/);
    },
  },
  {
    title: 'a project is listed with what its metrics came to',
    async run({ api, workspace, experiment }) {
      const first = await experiment('summarized');
      for (const value of [3, 1, 2]) await first.logMetric('loss', value);
      await first.logMetric('odd', Number.POSITIVE_INFINITY);
      await first.logMetric('none', Number.NaN);
      const second = await experiment('summarized');
      await second.logMetric('loss', -1);
      await api.archiveExperiment((await experiment('summarized')).key);
      const listed = await api.getExperimentSummaries(workspace, 'summarized');
      const found = new Map(listed.map(({ experiment: { key }, metadata, metrics }) => [key, { metadata, metrics }]));
      assert.deepEqual([...found.keys()].sort(), [first.key, second.key].sort());
      const { metadata, metrics } = found.get(first.key)!;
      assert.equal(metadata.projectName, 'summarized');
      assert.deepEqual(Object.fromEntries(metrics), {
        loss: { current: 2, min: 1, max: 3 },
        odd: { current: Number.POSITIVE_INFINITY, min: Number.POSITIVE_INFINITY, max: Number.POSITIVE_INFINITY },
        none: { current: Number.NaN, min: Number.NaN, max: Number.NaN },
      });
      assert.deepEqual(Object.fromEntries(found.get(second.key)!.metrics), { loss: { current: -1, min: -1, max: -1 } });
      assert.equal(await api.getExperimentSummaries(workspace, 'no-such-project', { oneByOne: false }), null);
    },
  },
  {
    title: 'experiments of all projects are found by words in names, keys, states, tags and parameters',
    async run({ api, experiment }) {
      const first = await experiment('found-here');
      await first.setName('Warm_restart 100%');
      await first.addTag('zebra-tag');
      await first.logParameter('zebra_lr', 0.25);
      const second = await experiment('found-there');
      await second.addTag('zebra-tag');
      const archived = await experiment('found-there');
      await archived.addTag('zebra-tag');
      await api.archiveExperiment(archived.key);
      const keys = async (text: string) => ((await api.findExperiments(text)) ?? []).map(({ key }) => key).sort();
      const both = [first.key, second.key].sort();
      for (const [text, expected] of [
        ['ZEBRA-tag', both],
        ['zebra-tag warm_RESTART', [first.key]],
        ['100%', [first.key]],
        ['zebra_lr=0.25', [first.key]],
        [`zebra ${second.key.slice(0, 12)}`, [second.key]],
        ['zebra-tag finished', both],
        ['zebra-tag crashed', []],
        ['zebra%tag', []],
        ['warm?restart', []],
      ] as const) {
        assert.deepEqual(await keys(text), expected, text);
      }
      const [found] = (await api.findExperiments('zebra_lr')) ?? [];
      assert.equal((await found!.getMetadata()).projectName, 'found-here');
    },
  },
  {
    title: 'the experiments of a project are grouped by tag or by the value of a parameter',
    async run({ api, workspace, experiment }) {
      const [a, b, c] = [await experiment('grouped'), await experiment('grouped'), await experiment('grouped')];
      await a.logParameter('lr', 10);
      await b.logParameter('lr', 9.5);
      await b.addTags(['x', 'y']);
      await c.addTag('y');
      const groups = async (options: { readonly parameter?: string }) =>
        ((await api.getExperimentGroups(workspace, 'grouped', options)) ?? []).map(({ value, experimentKeys }) => [
          value,
          [...experimentKeys].sort(),
        ]);
      assert.deepEqual(await groups({ parameter: 'lr' }), [
        ['9.5', [b.key]],
        ['10', [a.key]],
        [null, [c.key]],
      ]);
      assert.deepEqual(await groups({}), [
        ['x', [b.key]],
        ['y', [b.key, c.key].sort()],
        [null, [a.key]],
      ]);
      assert.equal(await api.getExperimentGroups(workspace, 'no-such-project'), null);
    },
  },
  {
    title: 'a tree of rules searches page by page',
    async run({ wire, api, workspace, experiment }) {
      const one = await experiment('searched');
      const project = await api.getProject(workspace, 'searched');
      const body = { projectId: project!.projectId, rulesTree: null, limit: 10, page: 1, deleted: false };
      const { experiments } = await wire(contract.query.search, { body });
      assert.deepEqual(
        experiments.map(({ experimentKey }) => experimentKey),
        [one.key],
      );
    },
  },
];

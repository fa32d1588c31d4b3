import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContractCase } from '../contract-service.ts';

export const experimentCases: readonly ContractCase[] = [
  {
    title: 'the logged name is changed by the item `name`, as the SDK writes it and as the interface does',
    async run({ api, workspace, experiment }) {
      const one = await experiment('renamed');
      for (const [key, name] of [
        ['Name', 'first'],
        ['name', 'second'],
      ] as const) {
        await one.logOther(key, name);
        assert.equal(await one.getName(), name);
        assert.equal((await one.getMetadata()).experimentName, name);
        assert.deepEqual(await one.getOthersSummary({ other: key }), [name]);
      }
      assert.deepEqual(await api.get(workspace, 'renamed'), ['second']);
      one.name = 'here alone';
      assert.equal(await one.getName(), 'second');
    },
  },
  {
    title: 'an experiment without a name is listed by its key',
    async run({ api, workspace, experiment }) {
      const one = await experiment('nameless');
      await one.setName('');
      assert.deepEqual(await api.get(workspace, 'nameless'), [one.key]);
    },
  },
  {
    title: 'an experiment is found by key, by name, and at the end of a path',
    async run({ api, workspace, experiment }) {
      const made = await experiment('found');
      await made.setName('blue-hill');
      assert.equal(await made.getName(), 'blue-hill');
      assert.equal((await api.getExperimentByKey(made.key))?.name, 'blue-hill');
      assert.equal((await api.getExperimentById(made.key))?.key, made.key);
      assert.equal((await api.getExperiment(workspace, 'found', 'blue-hill'))?.key, made.key);
      assert.equal(((await api.get(`${workspace}/found/${made.key}`)) as { key: string }).key, made.key);
      assert.deepEqual(await api.get(workspace, 'found'), ['blue-hill']);
      assert.equal(await api.getExperimentByKey('00000000000000000000000000000000'), null);
      assert.equal(await api.getExperiment(workspace, 'found', 'absent'), null);
    },
  },
  {
    title: 'patterns match names and keys from their start',
    async run({ api, workspace, experiment }) {
      for (const name of ['alpha-1', 'alpha-2', 'beta-alpha']) await (await experiment('named')).setName(name);
      const names = async (pattern: string | RegExp) =>
        (await api.getExperiments(workspace, { projectName: 'named', pattern })).map(({ name }) => name).sort();
      assert.deepEqual(await names('alpha'), ['alpha-1', 'alpha-2']);
      assert.deepEqual(await names(/ALPHA-2/i), ['alpha-2']);
      assert.deepEqual(await names('.*alpha$'), ['beta-alpha']);
    },
  },
  {
    title: 'experiments come one by one',
    async run({ api, workspace, experiment }) {
      const made = new Set<string>();
      for (let index = 0; index < 5; index++) made.add((await experiment('generated')).key);
      const seen: string[] = [];
      for await (const { key } of api.genExperiments(workspace, { projectName: 'generated' })) seen.push(key);
      assert.deepEqual(new Set(seen), made);
      assert.equal(seen.length, 5);
    },
  },
  {
    title: 'an archived experiment leaves the list and comes back',
    async run({ api, workspace, experiment }) {
      const [one, other] = [await experiment('archive'), await experiment('archive')];
      const listed = async () =>
        (await api.getExperiments(workspace, { projectName: 'archive' })).map(({ key }) => key);
      const archived = async () =>
        (await api.getArchivedExperiments(workspace, { projectName: 'archive' })).map(({ key }) => key);
      await one.archive();
      assert.deepEqual([await listed(), await archived()], [[other.key], [one.key]]);
      assert.equal((await api.getArchivedExperiment(workspace, 'archive', one.key))?.key, one.key);
      await api.archiveExperiments([other.key]);
      assert.deepEqual(await listed(), []);
      await api.restoreExperiment(one.key);
      await api.archiveExperiment(one.key);
      await api.restoreExperiment(one.key);
      assert.deepEqual(await listed(), [one.key]);
    },
  },
  {
    title: 'a deleted experiment is gone',
    async run({ api, experiment }) {
      const [one, two] = [await experiment('deleted'), await experiment('deleted')];
      await api.deleteExperiment(one.key);
      await api.deleteExperiments([two.key]);
      assert.equal(await api.getExperimentByKey(one.key), null);
      assert.equal(await api.getExperimentByKey(two.key), null);
    },
  },
  {
    title: 'experiments move within their workspace and not out of it',
    async run({ api, workspace, experiment }) {
      const one = await experiment('from');
      await api.moveExperiments([one.key], workspace, 'to');
      assert.equal((await one.getMetadata()).projectName, 'to');
      await assert.rejects(api.moveExperiments([one.key], 'elsewhere', 'to'), { code: 'invalid' });
      await api.moveExperiments([one.key], workspace, 'linked', { symlink: true });
      assert.equal((await one.getMetadata()).projectName, 'to');
      assert.deepEqual(
        (await api.getExperiments(workspace, { projectName: 'linked' })).map(({ key }) => key),
        [one.key],
      );
    },
  },
  {
    title: 'the three states are set and read; a running one can be asked to stop and says that it lives',
    async run({ api, experiment }) {
      const one = await experiment();
      for (const state of ['running', 'crashed', 'finished', 'running'] as const) {
        await one.setState(state);
        assert.equal(await one.getState(), state);
      }
      const { isAliveBeatDurationMillis } = await one.updateStatus();
      assert.ok(isAliveBeatDurationMillis > 0);
      await api.stopExperiment(one.key);
      await one.end();
      await assert.rejects(one.setState('paused' as never), { code: 'invalid' });
    },
  },
  {
    title: 'a missing end of the time is a second away',
    async run({ experiment }) {
      const one = await experiment();
      await one.setStartTime(1_700_000_000_000);
      await one.setEndTime(1_700_000_060_000);
      const { startTimeMillis, endTimeMillis, durationMillis } = await one.getMetadata();
      assert.deepEqual(
        [startTimeMillis, endTimeMillis, durationMillis],
        [1_700_000_000_000, 1_700_000_060_000, 60_000],
      );
    },
  },
  {
    title: 'tags are added once and removed',
    async run({ experiment }) {
      const one = await experiment();
      await one.addTag('a');
      await one.addTags(['b', 'a', 'ü']);
      assert.deepEqual(await one.getTags(), ['a', 'b', 'ü']);
      await one.deleteTags(['b']);
      assert.deepEqual(await one.getTags(), ['a', 'ü']);
    },
  },
  {
    title: 'other items are kept, the last value counts',
    async run({ experiment }) {
      const one = await experiment();
      await one.logOther('dataset', 'mnist');
      await one.logOther('dataset', 'digits');
      assert.deepEqual(await one.getOthersSummary({ other: 'dataset' }), ['digits']);
      assert.deepEqual(await one.getOthersSummary({ other: 'absent' }), []);
      assert.ok((await one.getOthersSummary()).some(({ name }) => name === 'dataset'));
    },
  },
  {
    title: 'output and HTML are appended in order, HTML can be replaced',
    async run({ experiment }) {
      const one = await experiment();
      await one.logOutput('one\ntwo\n');
      await one.logOutput('three', { stderr: true });
      assert.equal(await one.getOutput(), 'one\ntwo\nthree');
      assert.deepEqual(await one.getOutputPieces(), [
        { text: 'one\ntwo\n', stderr: false },
        { text: 'three', stderr: true },
      ]);
      assert.deepEqual([await one.getHtml(), await one.getCode()], [null, null]);
      await one.logHtml('<p>a</p>');
      await one.logHtml('<p>b</p>');
      assert.match((await one.getHtml()) ?? '', /<p>a<\/p>[\s\S]*<p>b<\/p>/);
      await one.logHtml('<p>c</p>', { clear: true });
      assert.equal(await one.getHtml(), '<p>c</p>');
    },
  },
  {
    title: 'code, graph, script and git are kept',
    async run({ experiment, folder }) {
      const one = await experiment();
      await one.setCode({ code: 'print(1)' });
      assert.equal(await one.getCode(), 'print(1)');
      await writeFile(join(folder, 'train.py'), 'print(2)');
      await one.setCode({ filename: join(folder, 'train.py') });
      assert.equal(await one.getCode(), 'print(2)');
      await one.setModelGraph({ layers: [1, 2] });
      assert.deepEqual(await one.getModelGraph(), { layers: [1, 2] });
      await one.setModelGraph('plain');
      assert.equal(await one.getModelGraph(), 'plain');
      await one.setFilename('/work/train.py');
      assert.equal((await one.getMetadata()).filePath, '/work/train.py');
      await one.setGitMetadata('ada', 'f00', 'main', 'ba5e', 'git@host:x.git');
      assert.deepEqual(await one.getGitMetadata(), {
        user: 'ada',
        root: 'f00',
        branch: 'main',
        parent: 'ba5e',
        origin: 'git@host:x.git',
      });
      assert.equal(await one.getGitPatch(), null);
      await one.setGitPatch(new TextEncoder().encode('diff --git a/x b/x'));
      assert.deepEqual([...(await one.getGitPatch())!.subarray(0, 4)], [0x50, 0x4b, 3, 4]);
    },
  },
  {
    title: 'the whole experiment is one value',
    async run({ experiment }) {
      const one = await experiment();
      await one.addTag('t');
      await one.logMetric('loss', 0.5, { step: 1 });
      const json = await one.toJson({ full: true });
      assert.ok('tags' in json);
      assert.deepEqual([json.id, json.tags, json.metrics.length, json.git_patch], [one.key, ['t'], 1, null]);
      assert.equal(json.url, one.url);
    },
  },
];

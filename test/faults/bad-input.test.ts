import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment, isQuerySyntaxError, isRestApiException } from '@tracklens/core';
import { startService } from '@tracklens/server';
import { type FaultyServer, faultyServer } from './faulty-server.ts';

const apiKey = 'input-key-0123456789';

interface Ground {
  readonly api: API;
  readonly experiment: APIExperiment;
  readonly absent: APIExperiment;
  readonly folder: string;
}

// Callers in JavaScript, or with data of a file, are not kept by types.
// biome-ignore lint/suspicious/noExplicitAny: what the types refuse is what is tried here.
const any = (value: unknown): any => value;

interface Wrong {
  readonly group: string;
  readonly title: string;
  /** Whether the service must be asked to know it. */
  readonly asks?: true;
  readonly code: string;
  readonly says: RegExp;
  run(ground: Ground): Promise<unknown>;
}

const wrong: readonly Wrong[] = [
  {
    group: 'projects',
    title: 'a workspace that is no text',
    code: 'invalid',
    says: /getProjects: workspaceName is not valid/,
    run: ({ api }) => api.getProjects(any(5)),
  },
  {
    group: 'projects',
    title: 'no workspace',
    code: 'invalid',
    says: /workspaceName/,
    run: ({ api }) => api.getProjects(any(undefined)),
  },
  {
    group: 'projects',
    title: 'no name for a new project',
    code: 'invalid',
    says: /createProject: projectName/,
    run: ({ api }) => api.createProject('lab', any(null)),
  },
  {
    group: 'projects',
    title: 'notes of a project that is not there',
    asks: true,
    code: 'not-found',
    says: /lab\/absent.*Check the name/,
    run: ({ api }) => api.getProjectNotes('lab', 'absent'),
  },
  {
    group: 'experiments',
    title: 'a key that is no text',
    code: 'invalid',
    says: /archiveExperiment: experimentKey/,
    run: ({ api }) => api.archiveExperiment(any({})),
  },
  {
    group: 'experiments',
    title: 'a key that is not there',
    asks: true,
    code: 'not-found',
    says: /There is no experiment/,
    run: ({ api }) => api.archiveExperiment('a'.repeat(32)),
  },
  {
    group: 'experiments',
    title: 'a time that is no number',
    code: 'invalid',
    says: /setStartTime: startTimeMillis/,
    run: ({ experiment }) => experiment.setStartTime(any('noon')),
  },
  {
    group: 'experiments',
    title: 'a state that does not exist',
    code: 'invalid',
    says: /setState/,
    run: ({ experiment }) => experiment.setState(any('sleeping')),
  },
  {
    group: 'metrics',
    title: 'metrics of an experiment that is not there',
    asks: true,
    code: 'not-found',
    says: /There is no experiment/,
    run: ({ absent }) => absent.getMetrics(),
  },
  {
    group: 'metrics',
    title: 'names of metrics that are no list',
    code: 'invalid',
    says: /getMetricsForChart/,
    run: ({ api, experiment }) => api.getMetricsForChart([experiment.key], { metrics: any([5]) }),
  },
  {
    group: 'assets',
    title: 'an asset that is not there',
    asks: true,
    code: 'not-found',
    says: /There is no asset nothing/,
    run: ({ experiment }) => experiment.getAsset('nothing'),
  },
  {
    group: 'assets',
    title: 'an id that is no text',
    code: 'invalid',
    says: /getAsset: assetId/,
    run: ({ experiment }) => experiment.getAsset(any(7)),
  },
  {
    group: 'logging',
    title: 'output that is no text',
    code: 'invalid',
    says: /logOutput: output must be a text/,
    run: ({ experiment }) => experiment.logOutput(any(null)),
  },
  {
    group: 'logging',
    title: 'a curve without lists',
    code: 'invalid',
    says: /logCurve: x must be a list/,
    run: ({ experiment }) => experiment.logCurve('roc', any(null), any(null)),
  },
  {
    group: 'files',
    title: 'a patch that is neither a path nor bytes',
    code: 'invalid',
    says: /setGitPatch: fileData must be a path or the bytes/,
    run: ({ experiment }) => experiment.setGitPatch(any(5)),
  },
  {
    group: 'query',
    title: 'a query that is a number',
    code: 'invalid',
    says: /query: query must/,
    run: ({ api }) => api.query('lab', 'digits', any(5)),
  },
  {
    group: 'assets',
    title: 'a curve of unequal lengths',
    code: 'invalid',
    says: /logCurve/,
    run: ({ experiment }) => experiment.logCurve('roc', [1, 2], [1]),
  },
  {
    group: 'files',
    title: 'a type of upload that does not exist',
    code: 'invalid',
    says: /logAsset: "painting" is no ftype/,
    run: ({ experiment, folder }) => experiment.logAsset(join(folder, 'file.txt'), { ftype: any('painting') }),
  },
  {
    group: 'files',
    title: 'a video of another format',
    code: 'invalid',
    says: /logVideo: .*mp4/,
    run: ({ experiment, folder }) => experiment.logVideo(join(folder, 'file.txt')),
  },
  {
    group: 'files',
    title: 'a log folder that was never logged',
    asks: true,
    code: 'not-found',
    says: /downloadTensorflowFolder: no log folder/,
    run: ({ experiment, folder }) => experiment.downloadTensorflowFolder({ outputPath: folder }),
  },
  {
    group: 'artifacts',
    title: 'an artifact without a name',
    code: 'invalid',
    says: /getArtifactDetails: give an artifactId/,
    run: ({ api }) => api.getArtifactDetails({ workspace: 'lab' }),
  },
  {
    group: 'artifacts',
    title: 'an artifact that is not there',
    asks: true,
    code: 'not-found',
    says: /There is no artifact lab\/absent/,
    run: ({ api }) => api.getArtifactDetails({ workspace: 'lab', artifactName: 'absent' }),
  },
  {
    group: 'registry',
    title: 'a model that was never logged',
    asks: true,
    code: 'invalid',
    says: /registerModel: The experiment has no model net/,
    run: ({ experiment }) => experiment.registerModel('net'),
  },
  {
    group: 'registry',
    title: 'a model that is not there',
    asks: true,
    code: 'invalid',
    says: /absent/,
    run: ({ api }) => api.getRegistryModelDetails('lab', 'absent'),
  },
  {
    group: 'registry',
    title: 'a version and a stage at once',
    code: 'invalid',
    says: /give a version or a stage, not both/,
    run: ({ api }) => api.downloadRegistryModel('lab', 'net', { version: '1.0.0', stage: 'prod' }),
  },
  {
    group: 'query',
    title: 'a query that breaks off',
    code: 'syntax',
    says: /./,
    run: ({ api }) => api.query('lab', 'input', 'Metric("loss") >'),
  },
  {
    group: 'query',
    title: 'a word that is not of the grammar',
    code: 'syntax',
    says: /and/,
    run: ({ api }) => api.query('lab', 'input', 'Tag("a") and Tag("b")'),
  },
  {
    group: 'query',
    title: 'a project that is not there',
    asks: true,
    code: 'not-found',
    says: /lab\/absent/,
    run: ({ api }) => api.query('lab', 'absent', 'Tag("a")'),
  },
  {
    group: 'logging',
    title: 'no tags',
    code: 'invalid',
    says: /addTags/,
    run: ({ experiment }) => experiment.addTags([]),
  },
  {
    group: 'logging',
    title: 'a tag that is no text',
    code: 'invalid',
    says: /addTag/,
    run: ({ experiment }) => experiment.addTag(any(1)),
  },
  {
    group: 'logging',
    title: 'a name of a metric that is no text',
    code: 'invalid',
    says: /logMetric/,
    run: ({ experiment }) => experiment.logMetric(any(null), 1),
  },
  {
    group: 'logging',
    title: 'a step that is no number',
    code: 'invalid',
    says: /logMetric/,
    run: ({ experiment }) => experiment.logMetric('loss', 1, { step: any('last') }),
  },
  {
    group: 'logging',
    title: 'HTML that is no text',
    code: 'invalid',
    says: /logHtml: html/,
    run: ({ experiment }) => experiment.logHtml(any(5)),
  },
  {
    group: 'logging',
    title: 'a GPU without its memory',
    code: 'invalid',
    says: /logGpuMetrics/,
    run: ({ experiment }) => experiment.logGpuMetrics(any([{ gpuId: 0 }])),
  },
  {
    group: 'logging',
    title: 'logging to an experiment that is not there',
    asks: true,
    code: 'not-found',
    says: /There is no experiment/,
    run: ({ absent }) => absent.logOther('note', 'x'),
  },
  {
    group: 'system',
    title: 'packages that are no list',
    code: 'invalid',
    says: /setInstalledPackages/,
    run: ({ experiment }) => experiment.setInstalledPackages(any('numpy')),
  },
  {
    group: 'system',
    title: 'no list of packages',
    code: 'invalid',
    says: /setOsPackages: osPackages must be a list/,
    run: ({ experiment }) => experiment.setOsPackages(any(null)),
  },
  {
    group: 'logging',
    title: 'loads of processors that are no list',
    code: 'invalid',
    says: /logCpuMetrics: cpuMetrics must be a list/,
    run: ({ experiment }) => experiment.logCpuMetrics(any(5)),
  },
  {
    group: 'logging',
    title: 'a text in place of tags',
    code: 'invalid',
    says: /addTags/,
    run: ({ experiment }) => experiment.addTags(any('best')),
  },
  {
    group: 'experiments',
    title: 'a key in place of a list of keys',
    code: 'invalid',
    says: /archiveExperiments: experimentKeys must be a list/,
    run: ({ api, experiment }) => api.archiveExperiments(any(experiment.key)),
  },
  {
    group: 'experiments',
    title: 'a number in place of the keys to delete',
    code: 'invalid',
    says: /deleteExperiments: experimentKeys must be a list/,
    run: ({ api }) => api.deleteExperiments(any(5)),
  },
  {
    group: 'experiments',
    title: 'no keys to move',
    code: 'invalid',
    says: /moveExperiments: experimentKeys must be a list/,
    run: ({ api }) => api.moveExperiments(any(null), 'lab', 'other'),
  },
  {
    group: 'metrics',
    title: 'a key in place of the keys of a chart',
    code: 'invalid',
    says: /getMetricsForChart: experimentKeys must be a list/,
    run: ({ api, experiment }) => api.getMetricsForChart(any(experiment.key), { metrics: ['loss'] }),
  },
  {
    group: 'logging',
    title: 'no mapping of metrics',
    code: 'invalid',
    says: /logMetrics: metricDict must map names to values/,
    run: ({ experiment }) => experiment.logMetrics(any(null)),
  },
  {
    group: 'logging',
    title: 'a text in place of parameters',
    code: 'invalid',
    says: /logParameters: paramDict must map names to values/,
    run: ({ experiment }) => experiment.logParameters(any('lr')),
  },
];

async function outcome(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work;
    return { code: 'success', message: '' };
  } catch (error) {
    if (isRestApiException(error)) return { code: error.code, message: error.message };
    if (isQuerySyntaxError(error)) return { code: 'syntax', message: error.message };
    return { code: `not ours: ${String(error)}`, message: String(error) };
  }
}

test('what a caller gives wrong is refused in words, before anything is sent where the client can know it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-input-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file.txt'), 'text');
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  t.after(() => service.close());
  const server: FaultyServer = await faultyServer(t, service.url);
  const api = new API({ url: server.url, apiKey, cache: false, warn: () => {} });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'input' });
  const absent = new APIExperiment({ api, previousExperiment: 'd'.repeat(32) });
  for (const { group, title, run, code, says, asks } of wrong) {
    await t.test(`${group}: ${title}`, async () => {
      server.set(null);
      const given = await outcome(run({ api, experiment, absent, folder }));
      assert.equal(given.code, code, given.message);
      assert.match(given.message, says);
      if (!asks) assert.deepEqual(server.requests, []);
    });
  }
});

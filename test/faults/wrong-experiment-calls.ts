import { join } from 'node:path';
import { APIExperiment } from '@tracklens/core';
import { any, invalid, notFound, type WrongCalls } from './wrong-call.ts';

/** Wrong calls of `APIExperiment`. */
export const wrongExperimentCalls: WrongCalls = {
  identity: [
    invalid('a time that is not a number', 'setStartTime: startServerTimestamp must be a number.', ({ experiment }) =>
      experiment.setStartTime(any('noon')),
    ),
    invalid(
      'a state that does not exist',
      'setState: "sleeping" is not a state; use one of running, finished, crashed.',
      ({ experiment }) => experiment.setState(any('sleeping')),
    ),
    invalid(
      'a key that is not a string',
      'APIExperiment: previousExperiment must be the key of an experiment; APIExperiment.create makes a new one.',
      async ({ api }) => new APIExperiment({ api, previousExperiment: any(5) }),
    ),
    invalid(
      'no workspace',
      'APIExperiment.create: give a workspace, or configure one (SERVICE_WORKSPACE).',
      ({ api }) => APIExperiment.create({ api }),
    ),
    invalid('a name that is not a string', 'setName: name must be a string.', ({ experiment }) =>
      experiment.setName(any(5)),
    ),
    invalid('an end that is not a number', 'setEndTime: endServerTimestamp must be a number.', ({ experiment }) =>
      experiment.setEndTime(Number.NaN),
    ),
    invalid(
      'a link to a project that is not a string',
      'createSymlink: projectName must be a string.',
      ({ experiment }) => experiment.createSymlink(any(5)),
    ),
    invalid(
      'a tab that does not exist',
      'display: "nothing" is not a tab; use one of artifacts, assets, audio, charts, code, confusion-matrices, histograms, images, installed-packages, metrics, notes, parameters, system-metrics, text.',
      ({ experiment }) => experiment.display({ tab: any('nothing') }),
    ),
    notFound(
      'an experiment that is not there',
      'toJson: There is no experiment dddddddddddddddddddddddddddddddd.',
      ({ absent }) => absent.toJson(),
    ),
    invalid(
      'a key instead of options',
      'APIExperiment: the options must be an object, not a string.',
      async () => new APIExperiment(any('abc')),
    ),
    invalid(
      'no options',
      'APIExperiment: the options must be an object, not undefined.',
      async () => new APIExperiment(any(undefined)),
    ),
    invalid('options of an API in place of one', 'APIExperiment.create: api must be an API.', () =>
      APIExperiment.create({ workspace: 'lab', api: any({ apiKey: 'x' }) }),
    ),
  ],
  tags: [
    invalid('no tags', 'addTags: tags must be strings that are not empty.', ({ experiment }) => experiment.addTags([])),
    invalid('a tag that is not a string', 'addTag: tag must be a string.', ({ experiment }) =>
      experiment.addTag(any(1)),
    ),
    invalid('a text instead of tags', 'addTags: tags must be a list of strings.', ({ experiment }) =>
      experiment.addTags(any('best')),
    ),
    invalid('a text instead of tags to delete', 'deleteTags: tags must be a list of strings.', ({ experiment }) =>
      experiment.deleteTags(any('best')),
    ),
    notFound(
      'tags of an experiment that is not there',
      'getTags: There is no experiment dddddddddddddddddddddddddddddddd.',
      ({ absent }) => absent.getTags(),
    ),
  ],
  logging: [
    invalid('output that is not a string', 'logOutput: output must be a string.', ({ experiment }) =>
      experiment.logOutput(any(null)),
    ),
    invalid('a curve without lists', 'logCurve: x must be a list.', ({ experiment }) =>
      experiment.logCurve('roc', any(null), any(null)),
    ),
    invalid(
      'a curve of unequal lengths',
      'logCurve: a curve needs two lists of numbers of the same length, which must not be empty; these have lengths 2 and 1.',
      ({ experiment }) => experiment.logCurve('roc', [1, 2], [1]),
    ),
    invalid('a type of upload that is not a word', 'logAsset: ftype must be a string.', ({ experiment, folder }) =>
      experiment.logAsset(join(folder, 'file.txt'), { ftype: any(3) }),
    ),
    invalid(
      'a video of another format',
      'logVideo: the name of a video must end in mp4, mov, wmv, gif, unlike "file.txt".',
      ({ experiment, folder }) => experiment.logVideo(join(folder, 'file.txt')),
    ),
    notFound(
      'a model that was never logged',
      'registerModel: The experiment has no model net; log its files as a model first.',
      ({ experiment }) => experiment.registerModel('net'),
    ),
    invalid('a name of a metric that is not a string', 'logMetric: metric must be a string.', ({ experiment }) =>
      experiment.logMetric(any(null), 1),
    ),
    invalid('a step that is not a number', 'logMetric: step must be a whole number.', ({ experiment }) =>
      experiment.logMetric('loss', 1, { step: any('last') }),
    ),
    invalid('HTML that is not a string', 'logHtml: html must be a string.', ({ experiment }) =>
      experiment.logHtml(any(5)),
    ),
    invalid(
      'a GPU without its memory',
      'logGpuMetrics: gpus.0.freeMemory is not valid (Invalid key: Expected "freeMemory" but received undefined).',
      ({ experiment }) => experiment.logGpuMetrics(any([{ gpuId: 0 }])),
    ),
    notFound(
      'logging to an experiment that is not there',
      'logOther: There is no experiment dddddddddddddddddddddddddddddddd.',
      ({ absent }) => absent.logOther('note', 'x'),
    ),
    invalid('loads of processors that are no list', 'logCpuMetrics: cpuMetrics must be a list.', ({ experiment }) =>
      experiment.logCpuMetrics(any(5)),
    ),
    invalid(
      'no mapping of metrics',
      'logMetrics: metricDict must be an object of names and values.',
      ({ experiment }) => experiment.logMetrics(any(null)),
    ),
    invalid(
      'a text instead of parameters',
      'logParameters: paramDict must be an object of names and values.',
      ({ experiment }) => experiment.logParameters(any('lr')),
    ),
    invalid('a value that is an object', 'logMetric: the metric loss is not a number but object.', ({ experiment }) =>
      experiment.logMetric('loss', any({})),
    ),
    invalid('a step that is a fraction', 'logMetric: step must be a whole number.', ({ experiment }) =>
      experiment.logMetric('loss', 1, { step: 1.5 }),
    ),
    invalid('a step that no integer represents exactly', 'logAsset: step must be a whole number.', ({ experiment }) =>
      experiment.logAsset({ a: 1 }, { name: 'a.json', step: 1e300 }),
    ),
    invalid('a time that is a word', 'logMetric: timestamp must be a number.', ({ experiment }) =>
      experiment.logMetric('loss', 1, { timestamp: any('noon') }),
    ),
    invalid(
      'a parameter that holds itself',
      'logParameter: an argument cannot be written as JSON (Converting circular structure to JSON).',
      ({ experiment, circle }) => experiment.logParameter('p', circle),
    ),
    invalid('no value', 'logOther: value cannot be written as JSON.', ({ experiment }) =>
      experiment.logOther('note', undefined),
    ),
    invalid(
      'metadata that holds itself',
      'logAsset: metadata cannot be written as JSON.',
      ({ experiment, folder, circle }) => experiment.logAsset(join(folder, 'file.txt'), { metadata: circle }),
    ),
    invalid(
      'metadata that is a number',
      'logImage: metadata must be an object of names and values.',
      ({ experiment, folder }) => experiment.logImage(join(folder, 'file.txt'), { metadata: any(5) }),
    ),
    invalid(
      'a number as the content of an asset',
      'logAsset: the content must be a path, a URL, bytes, a Blob, a stream, or an object or array to store as JSON.',
      ({ experiment }) => experiment.logAsset(any(5)),
    ),
    invalid(
      'a number as the content of an image',
      'logImage: the content must be a path, a URL, bytes, a Blob, a stream, or an object or array to store as JSON.',
      ({ experiment }) => experiment.logImage(any(5)),
    ),
    invalid('a table that is not a list', 'logTable: tabularData must be a list.', ({ experiment }) =>
      experiment.logTable('t.csv', { tabularData: any(5) }),
    ),
    invalid(
      'a table with a cell that contains itself',
      'logTable: tabularData cannot be written as JSON.',
      ({ experiment, circle }) => experiment.logTable('t.csv', { tabularData: [[circle]] }),
    ),
    invalid(
      'a table of another format',
      'logTable: t.doc must end in one of csv, tsv, json, md, html.',
      ({ experiment }) => experiment.logTable('t.doc', { tabularData: [[1]] }),
    ),
    invalid('memory that is a word', 'logRamMetrics: totalRam must be a number.', ({ experiment }) =>
      experiment.logRamMetrics(any('much'), 1),
    ),
    invalid('a step instead of options', 'logMetric: the options must be an object, not a number.', ({ experiment }) =>
      experiment.logMetric('loss', 1, any(5)),
    ),
  ],
  setting: [
    invalid(
      'a patch that is neither a path nor bytes',
      'setGitPatch: fileData must be a path or the bytes of a patch.',
      ({ experiment }) => experiment.setGitPatch(any(5)),
    ),
    invalid(
      'packages that are no list',
      'setInstalledPackages: installedPackages must be a list of strings.',
      ({ experiment }) => experiment.setInstalledPackages(any('numpy')),
    ),
    invalid('no list of packages', 'setOsPackages: osPackages must be a list of strings.', ({ experiment }) =>
      experiment.setOsPackages(any(null)),
    ),
    invalid('no code', 'setCode: give code or filename.', ({ experiment }) => experiment.setCode({})),
    invalid('a graph that holds itself', 'setModelGraph: graph cannot be written as JSON.', ({ experiment, circle }) =>
      experiment.setModelGraph(circle),
    ),
    invalid('GPUs that are no list', 'setGpuStaticInfo: gpuStaticInfo must be a list.', ({ experiment }) =>
      experiment.setGpuStaticInfo(any('A100')),
    ),
    invalid('a GPU that is nothing', 'setGpuStaticInfo: the GPU at 0 must map names to values.', ({ experiment }) =>
      experiment.setGpuStaticInfo(any([null])),
    ),
    invalid('git metadata in part', 'setGitMetadata: root must be a string.', ({ experiment }) =>
      experiment.setGitMetadata('ada', any(5), 'main', 'p', 'o'),
    ),
    invalid('a command that is a text', 'setCommand: commandArgsList must be a list of strings.', ({ experiment }) =>
      experiment.setCommand(any('python')),
    ),
    notFound(
      'a host of an experiment that is not there',
      'setHostname: There is no experiment dddddddddddddddddddddddddddddddd.',
      ({ absent }) => absent.setHostname('h'),
    ),
  ],
  reading: [
    notFound(
      'metrics of an experiment that is not there',
      'getMetrics: There is no experiment dddddddddddddddddddddddddddddddd.',
      ({ absent }) => absent.getMetrics(),
    ),
    notFound('an asset that is not there', 'getAsset: There is no asset nothing in experiment KEY.', ({ experiment }) =>
      experiment.getAsset('nothing'),
    ),
    invalid('an id that is not a string', 'getAsset: assetId must be a string.', ({ experiment }) =>
      experiment.getAsset(any(7)),
    ),
    notFound(
      'a log folder that was never logged',
      'downloadTensorflowFolder: no log folder was logged to this experiment.',
      ({ experiment, folder }) => experiment.downloadTensorflowFolder({ outputPath: folder }),
    ),
    invalid('a metric whose name is a number', 'getMetrics: metric must be a string.', ({ experiment }) =>
      experiment.getMetrics({ metric: any(5) }),
    ),
    invalid(
      'a form of assets that does not exist',
      'getAsset: returnType must be one of binary, json, response.',
      ({ experiment }) => experiment.getAsset('a', { returnType: any('xml') }),
    ),
    invalid(
      'a name of an asset that is not a string',
      'getAssetByName: assetFilename must be a string.',
      ({ experiment }) => experiment.getAssetByName(any(5)),
    ),
    notFound('a curve that is not there', 'getCurve: There is no asset none in experiment KEY.', ({ experiment }) =>
      experiment.getCurve('none'),
    ),
    notFound(
      'a model to download that is not there',
      'downloadModel: The experiment has no model none.',
      ({ experiment, folder }) => experiment.downloadModel('none', { outputPath: join(folder, 'to') }),
    ),
    invalid(
      'a path that is not a string',
      'downloadExperimentAsset: outputPath must be a string.',
      ({ api, experiment }) => api.downloadExperimentAsset(experiment.key, 'a', any(5)),
    ),
    invalid('a type of assets that is empty', 'getAssetList: assetType must not be empty.', ({ experiment }) =>
      experiment.getAssetList({ assetType: '' }),
    ),
  ],
};

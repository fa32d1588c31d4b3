import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment, Artifact } from './index.ts';

interface Configuration {
  readonly learningRate: number;
  readonly layers: readonly number[];
  readonly optimizer: { readonly name: string };
}

interface Losses {
  readonly loss: number;
  readonly validation: { readonly loss: bigint };
}

test('interfaces are mappings, options may be undefined, and their types may be unions', () => {
  const calls = async (
    { configuration, losses }: { configuration: Configuration; losses: Losses },
    { name, names, isFull }: { name: string | undefined; names: string[] | undefined; isFull: boolean | undefined },
    { returnType, format }: { returnType: 'binary' | 'json'; format: 'binary' | 'json' | 'response' | undefined },
  ) => {
    const api = new API({ apiKey: name, url: name, workspace: name, cache: isFull, appInfo: undefined });
    const experiment = await APIExperiment.create({ api, experimentName: name, start: isFull });

    await experiment.logParameters(configuration);
    await experiment.logMetrics(losses, { step: undefined });
    await experiment.logMetrics({ train: losses });
    await experiment.logMetrics(new Map([['train', losses]]));
    await experiment.logTable('table.csv', { tabularData: [configuration], headers: undefined });
    await experiment.logAsset(configuration, { name, metadata: configuration });
    await experiment.logImage('image.png', { imageName: name, metadata: configuration });
    const artifact = new Artifact('data', { version: name, aliases: names, metadata: configuration });
    artifact.add('data.csv', { logicalPath: name, metadata: configuration });
    await api.saveProjectView('lab', 'vision', { viewId: name, state: configuration });

    await api.createProject('lab', 'vision', { projectDescription: name, public: isFull });
    await api.query('lab', 'vision', 'Metric("loss") < 1', { archived: isFull });
    await experiment.registerModel('net', { version: name, status: name, tags: names });
    const metrics: { metricName: string }[] = await experiment.getMetrics({ metric: name });

    const summary = await experiment.getMetricsSummary({ metric: name });
    const summaryName: string | undefined = Array.isArray(summary) ? summary[0]?.name : summary?.name;
    await experiment.getParametersSummary({ parameter: name });
    const others: (string | { name: string })[] = await experiment.getOthersSummary({ other: name });
    const model = await api.getModel('lab', 'net');
    const details = [await model.getDetails({ version: name })];
    const version = await api.getRegistryModelDetails('lab', 'net', { version: name });
    const json: { id: string } = await experiment.toJson({ full: isFull });
    const content: unknown[] = [await experiment.getAsset('id', { returnType })];
    content.push(await experiment.getAssetByName('a', { returnType: format, stream: isFull }));

    // @ts-expect-error: a list is no value of a metric.
    await experiment.logMetrics({ loss: [1] });
    // @ts-expect-error: nor is a function, also of an interface.
    await experiment.logMetrics({ train: api });
    return [metrics, summaryName, others, details, version, json, content];
  };
  assert.equal(typeof calls, 'function');
});

import { createHash } from 'node:crypto';
import { type AnyEndpoint, contract, endpointOf } from '@tracklens/core/contract';
import type { App } from '../service/app.ts';

/** Responses about a project by the request, and the endpoints that were read. */
export interface ProjectReads {
  readonly responses: ReadonlyMap<string, string>;
  readonly endpoints: ReadonlySet<AnyEndpoint>;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads everything that a service returns about a project: its experiments, with the artifacts and models of its workspace. */
export async function readProject(
  fetch: App['fetch'],
  apiKey: string,
  { workspaceName, projectName }: { readonly workspaceName: string; readonly projectName: string },
): Promise<ProjectReads> {
  const responses = new Map<string, string>();
  const read = new Set<AnyEndpoint>();
  const respond = async (name: string, method: 'GET' | 'POST', path: string, body?: Json): Promise<Buffer> => {
    read.add(endpointOf(method, path.split('?', 1)[0]!)!);
    const headers = { authorization: apiKey, ...(body && { 'content-type': 'application/json' }) };
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await fetch(request);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${name}: ${response.status} ${bytes}`);
    return bytes;
  };
  const nameOf = (path: string, fields: object) => `${path} ${JSON.stringify(fields)}`;
  const get = async (endpoint: AnyEndpoint, fields: Readonly<Record<string, string | boolean>>) => {
    const query = new URLSearchParams(
      Object.entries(fields).map(([key, value]): [string, string] => [key, `${value}`]),
    );
    const path = `${endpoint.path}?${query}`;
    const bytes = await respond(path, 'GET', path);
    responses.set(nameOf(endpoint.path, fields), endpoint.response === 'bytes' ? digest(bytes) : bytes.toString());
    return endpoint.response === 'bytes' ? {} : (JSON.parse(bytes.toString()) as Json);
  };
  const ask = async (endpoint: AnyEndpoint, body: Json) => {
    const bytes = await respond(endpoint.path, 'POST', endpoint.path, body);
    responses.set(nameOf(endpoint.path, body), endpoint.response === 'bytes' ? digest(bytes) : bytes.toString());
  };
  const { projects, experiments, metrics, assets, system, artifacts, registry, query } = contract;
  const project = { workspaceName, projectName };
  const { projectId } = (await get(projects.get, project)) as { projectId: string };
  await get(projects.list, { workspaceName });
  await get(projects.notes, { projectId });
  await get(projects.views, project);
  await get(query.columns, project);
  await get(query.groups, project);
  await get(query.find, { text: '' });
  await ask(query.run, { ...project, predicates: [] });
  await ask(query.search, { projectId });
  const keys: string[] = [];
  for (const archived of [false, true]) {
    const listed = await get(experiments.list, { ...project, archived });
    for (const { experimentKey } of listed.experiments as { experimentKey: string }[]) keys.push(experimentKey);
    await get(query.summaries, { ...project, archived });
  }
  for (const experimentKey of keys) {
    const experiment = { experimentKey };
    const { metadata, tags, others, html, output, code, graph, gitMetadata, gitPatch } = experiments;
    for (const endpoint of [metadata, tags, others, html, output, code, graph, gitMetadata, gitPatch]) {
      await get(endpoint, experiment);
    }
    for (const endpoint of [metrics.all, metrics.parameters, system.details, artifacts.lineage])
      await get(endpoint, experiment);
    const summary = (await get(metrics.summary, experiment)).values as { name: string }[];
    for (const { name: metricName } of summary) await get(metrics.one, { ...experiment, metricName });
    const names = summary.map(({ name }) => name);
    await ask(metrics.chart, { targetedExperiments: [experimentKey], metrics: names, fetchFull: true });
    const series = names.map((metricName) => ({ ...experiment, metricName, from: 0, to: 1e15 }));
    await ask(metrics.window, { axis: 'time', buckets: 100, series });
    const listed = (await get(assets.list, experiment)).assets as {
      assetId: string;
      fileName: string;
      remote: boolean;
    }[];
    for (const { assetId, fileName, remote } of listed) {
      await get(assets.byName, { ...experiment, assetName: fileName });
      if (!remote) await get(assets.get, { ...experiment, assetId });
    }
    for (const { modelName } of (await get(assets.models, experiment)).models as { modelName: string }[]) {
      await get(assets.modelAssets, { ...experiment, modelName });
      await get(assets.downloadModel, { ...experiment, modelName });
    }
  }
  const workspace = workspaceName;
  for (const { name } of (await get(artifacts.list, { workspace })).artifacts as { name: string }[]) {
    const artifactName = encodeURIComponent(name);
    const details = await get(artifacts.get, { workspace, artifactName });
    for (const { version } of details.versions as { version: string }[]) {
      await get(artifacts.version, { workspace, artifactName, version });
      await get(artifacts.files, { workspace, artifactName, version });
    }
  }
  await get(registry.count, { workspaceName });
  const models = (await get(registry.list, { workspaceName })).registryModels as { modelName: string }[];
  for (const { modelName } of models) {
    const model = { workspaceName, modelName };
    const details = await get(registry.details, model);
    for (const endpoint of [registry.compactDetails, registry.notes, registry.versions, registry.latestVersion]) {
      await get(endpoint, model);
    }
    for (const { version, registryModelItemId: id } of details.versions as Record<string, string>[]) {
      await get(registry.version, { ...model, version: version! });
      await get(registry.downloadInstructions, { ...model, version: version! });
      await get(registry.download, { ...model, version: version! });
      await ask(registry.history, { registryModelItemId: id });
      for (const endpoint of [registry.metadata, registry.statusConfiguration]) {
        await get({ ...endpoint, path: endpoint.path.replace('{id}', id!) } as AnyEndpoint, {});
      }
    }
  }
  return { responses, endpoints: read };
}

const digest = (bytes: Buffer) => `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex')}`;

const anyId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;

/** Returns the responses of two services, in which the ids that only one of them has are numbered in their order. */
export function comparable(a: ProjectReads, b: ProjectReads): [string[], string[]] {
  const textsOf = ({ responses }: ProjectReads) =>
    [...responses].map(([request, response]) => `${request}\n${response}`);
  const idsOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(anyId) ?? []));
  const [before, after] = [textsOf(a), textsOf(b)];
  const [ofBefore, ofAfter] = [idsOf(before), idsOf(after)];
  const numbered = (texts: readonly string[]) => {
    const numbers = new Map<string, string>();
    const numberOf = (id: string) => {
      if (!numbers.has(id)) numbers.set(id, `id ${numbers.size}`);
      return numbers.get(id)!;
    };
    return texts.map((text) => text.replace(anyId, (id) => (ofBefore.has(id) && ofAfter.has(id) ? id : numberOf(id))));
  };
  return [numbered(before), numbered(after)];
}

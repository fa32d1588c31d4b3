import { createHash } from 'node:crypto';
import { type AnyEndpoint, contract, endpointOf } from '@tracklens/core/contract';
import type { App } from '../service/app.ts';

/** Responses about a project by the request, and the endpoints that were read. */
export interface ProjectReads {
  readonly responses: ReadonlyMap<string, string>;
  readonly endpoints: ReadonlySet<AnyEndpoint>;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads from a service, and stores each response. */
interface Reader {
  get(endpoint: AnyEndpoint, fields: Readonly<Record<string, string | boolean>>): Promise<Json>;
  post(endpoint: AnyEndpoint, body: Json): Promise<void>;
}

/** Reads all that a service returns about a project: its experiments, and the artifacts and models of its workspace. */
export async function readProject(
  fetch: App['fetch'],
  apiKey: string,
  project: { readonly workspaceName: string; readonly projectName: string },
): Promise<ProjectReads> {
  const responses = new Map<string, string>();
  const endpoints = new Set<AnyEndpoint>();
  const respond = async (endpoint: AnyEndpoint, fields: object, method: 'GET' | 'POST', path: string, body?: Json) => {
    endpoints.add(endpointOf(method, endpoint.path)!);
    const headers = { authorization: apiKey, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(new Request(`http://127.0.0.1${path}`, init));
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes}`);
    const isFile = endpoint.response === 'bytes';
    responses.set(`${endpoint.path} ${JSON.stringify(fields)}`, isFile ? digest(bytes) : bytes.toString());
    return isFile ? {} : (JSON.parse(bytes.toString()) as Json);
  };
  const reader: Reader = {
    get(endpoint, fields) {
      const query = new URLSearchParams(
        Object.entries(fields).map(([key, value]): [string, string] => [key, `${value}`]),
      );
      return respond(endpoint, fields, 'GET', `${endpoint.path}?${query}`);
    },
    async post(endpoint, body) {
      await respond(endpoint, body, 'POST', endpoint.path, body);
    },
  };
  for (const experimentKey of await readLists(reader, project)) await readExperiment(reader, experimentKey);
  await readArtifacts(reader, project.workspaceName);
  await readModels(reader, project.workspaceName);
  return { responses, endpoints };
}

/** Reads what concerns a whole project. Returns the keys of its experiments. */
async function readLists(
  { get, post }: Reader,
  project: { readonly workspaceName: string; readonly projectName: string },
): Promise<string[]> {
  const { projects, experiments, query } = contract;
  const { projectId } = (await get(projects.get, project)) as { projectId: string };
  await get(projects.list, { workspaceName: project.workspaceName });
  await get(projects.notes, { projectId });
  for (const endpoint of [projects.views, query.columns, query.groups]) await get(endpoint, project);
  await get(query.find, { text: '' });
  await post(query.run, { ...project, predicates: [] });
  await post(query.search, { projectId });
  const keys: string[] = [];
  for (const archived of [false, true]) {
    const listed = await get(experiments.list, { ...project, archived });
    for (const { experimentKey } of listed.experiments as { experimentKey: string }[]) keys.push(experimentKey);
    await get(query.summaries, { ...project, archived });
  }
  return keys;
}

async function readExperiment({ get, post }: Reader, experimentKey: string): Promise<void> {
  const { experiments, metrics, assets, system, artifacts } = contract;
  const experiment = { experimentKey };
  const { metadata, tags, others, html, output, code, graph, gitMetadata, gitPatch } = experiments;
  const endpoints = [metadata, tags, others, html, output, code, graph, gitMetadata, gitPatch];
  for (const endpoint of [...endpoints, metrics.all, metrics.parameters, system.details, artifacts.lineage]) {
    await get(endpoint, experiment);
  }
  const names = ((await get(metrics.summary, experiment)).values as { name: string }[]).map(({ name }) => name);
  for (const metricName of names) await get(metrics.one, { ...experiment, metricName });
  await post(metrics.chart, { targetedExperiments: [experimentKey], metrics: names, fetchFull: true });
  const series = names.map((metricName) => ({ ...experiment, metricName, from: 0, to: 1e15 }));
  await post(metrics.window, { axis: 'time', buckets: 100, series });
  const listed = (await get(assets.list, experiment)).assets;
  for (const { assetId, fileName, remote } of listed as { assetId: string; fileName: string; remote: boolean }[]) {
    await get(assets.byName, { ...experiment, assetName: fileName });
    if (!remote) await get(assets.get, { ...experiment, assetId });
  }
  for (const { modelName } of (await get(assets.models, experiment)).models as { modelName: string }[]) {
    await get(assets.modelAssets, { ...experiment, modelName });
    await get(assets.downloadModel, { ...experiment, modelName });
  }
}

async function readArtifacts({ get }: Reader, workspace: string): Promise<void> {
  const { artifacts } = contract;
  for (const { name } of (await get(artifacts.list, { workspace })).artifacts as { name: string }[]) {
    const artifact = { workspace, artifactName: encodeURIComponent(name) };
    for (const { version } of (await get(artifacts.get, artifact)).versions as { version: string }[]) {
      await get(artifacts.version, { ...artifact, version });
      await get(artifacts.files, { ...artifact, version });
    }
  }
}

async function readModels({ get, post }: Reader, workspaceName: string): Promise<void> {
  const { registry } = contract;
  await get(registry.count, { workspaceName });
  const models = (await get(registry.list, { workspaceName })).registryModels as { modelName: string }[];
  for (const { modelName } of models) {
    const model = { workspaceName, modelName };
    const details = await get(registry.details, model);
    for (const endpoint of [registry.compactDetails, registry.notes, registry.versions, registry.latestVersion]) {
      await get(endpoint, model);
    }
    for (const { version, registryModelItemId: id } of details.versions as Record<string, string>[]) {
      for (const endpoint of [registry.version, registry.downloadInstructions, registry.download]) {
        await get(endpoint, { ...model, version: version! });
      }
      await post(registry.history, { registryModelItemId: id });
      for (const endpoint of [registry.metadata, registry.statusConfiguration]) {
        await get({ ...endpoint, path: endpoint.path.replace('{id}', id!) } as AnyEndpoint, {});
      }
    }
  }
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

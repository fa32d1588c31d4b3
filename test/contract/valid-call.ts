import { type API, APIExperiment, Artifact, type Model } from '@tracklens/core';
import type { Argument, ArgumentType, TypedOperation } from './class-types.ts';

/** Objects that the calls use. */
export interface CallFixture {
  readonly api: API;
  readonly model: Model;
  /** Folder that contains `file.txt` and `clip.gif`. */
  readonly folder: string;
}

/** Values of arguments by name, for arguments whose type is not sufficient. */
const byName: Readonly<Record<string, (folder: string) => unknown>> = {
  outputPath: (folder) => `${folder}/out`,
  filename: (folder) => `${folder}/file.txt`,
  fileData: () => new Uint8Array([1]),
  cpuMetrics: () => [1],
  gpuMetrics: () => [{ gpuId: 0, freeMemory: 1, usedMemory: 1, gpuUtilization: 1, totalMemory: 2 }],
  gpuStaticInfo: () => [{ gpuIndex: 0, name: 'g', uuid: 'u', totalMemory: 1, powerLimit: 1 }],
  x: () => [1],
  y: () => [1],
  value: () => 1,
  graph: () => 'graph',
  pid: () => 1,
  query: () => 'Tag("a")',
  queries: () => 'Tag("a")',
  state: () => 'running',
  tabularData: () => [[1]],
  pattern: () => 'a',
  headers: () => true,
  folder: (folder) => folder,
  audioData: (folder) => `${folder}/file.txt`,
  fileOrFolder: (folder) => `${folder}/file.txt`,
  values: () => [1],
  vectors: () => [[1]],
  labels: () => ['a'],
  artifact: () => new Artifact('a').add(new Uint8Array([1]), { logicalPath: 'a' }),
};

const byKind: Readonly<Record<string, unknown>> = { text: 'a', number: 1, flag: true, texts: ['a'], mapping: { a: 1 } };

/** Required options of operations, and their special arguments. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  deleteProject: { workspace: 'a', projectName: 'a' },
  getArtifactDetails: { workspace: 'a', artifactName: 'a' },
  getArtifactFiles: { workspace: 'a', artifactName: 'a' },
  downloadArtifact: { workspace: 'a', artifactName: 'a' },
  setCode: { code: 'a' },
  saveProjectView: { viewName: 'a', state: {} },
  getMetricsForChart: { metrics: ['a'] },
  logTable: { tabularData: [[1]] },
  toJson: { full: true },
  logConfusionMatrix: { matrix: [[1]] },
  logPoints3d: { points: [[1, 2, 3]] },
  logCode: { code: 'a', codeName: 'a' },
};
const own: Readonly<Record<string, unknown>> = { logTable: 'table.csv' };

function validValue({ name, kind, fields }: Argument, operation: string, folder: string): unknown {
  if (fields !== null)
    return { ...needed[operation], ...(fields.has('outputPath') ? { outputPath: `${folder}/out` } : {}) };
  if (operation === 'logVideo' && name === 'filename') return `${folder}/clip.gif`;
  if (operation in own && name === 'filename') return own[operation];
  return byName[name]?.(folder) ?? byKind[kind];
}

/** Returns valid arguments of an operation, including its options. */
export function validArguments({ name, args }: TypedOperation, folder: string): unknown[] {
  // Each part of a path can be passed alone.
  if (name === 'get') return ['a', 'a', {}];
  return args.map((argument) => validValue(argument, name, folder));
}

/** Makes a call. An iterator is read to its end. */
export async function callOperation(
  { api, model }: CallFixture,
  operation: TypedOperation,
  args: readonly unknown[],
): Promise<unknown> {
  const on = { API: api, APIExperiment: new APIExperiment({ api, previousExperiment: 'a' }), Model: model }[
    operation.on
  ];
  const method = (on as unknown as Record<string, (...args: unknown[]) => unknown>)[operation.name]!;
  const given = method.apply(on, [...args]);
  if (operation.name !== 'genExperiments') return await given;
  const found: unknown[] = [];
  for await (const one of given as AsyncIterable<unknown>) found.push(one);
  return found;
}

/** Call with one wrong argument. */
export interface WrongArgument {
  readonly what: string;
  readonly args: readonly unknown[];
}

const wrongOfKind: Readonly<Record<string, readonly unknown[]>> = {
  text: [5, true, {}, ['a']],
  number: ['noon', true, {}, [1], Number.NaN],
  flag: ['yes', 'false', 1, {}],
  texts: ['abc', 5, {}, [5], [null]],
  choice: ['unknown', 5, {}],
  mapping: ['abc', 5, [1]],
  options: ['abc', 5, true, ['a']],
  other: [],
};

/** Invalid values that the type of an argument does not exclude. */
const wrongByName: Readonly<Record<string, readonly unknown[]>> = {
  fileData: [5, {}, [1]],
  cpuMetrics: [5, 'abc', ['a'], [Number.NaN]],
  gpuMetrics: [5, 'abc', [5], [{ gpuId: 0 }]],
  gpuStaticInfo: [5, 'abc', [5], [{ gpuIndex: 0 }]],
  x: [5, 'abc', ['a'], {}],
  y: [5, 'abc', ['a'], {}],
  pid: [true, {}, [1]],
  query: [5, {}, [], true],
  queries: [5, {}, true, [5]],
  tabularData: [5, 'abc', {}, [5], ['abc']],
  pattern: [5, {}, ['a'], '('],
  headers: [5, 'abc', {}, [5]],
  signal: [5, 'abc', {}],
  onProgress: [5, 'abc', {}],
  audioData: [5, true, ['a']],
  fileOrFolder: [5, true],
  values: ['abc', true, {}],
  vectors: [5, 'abc', [5]],
  labels: [5, 'abc', {}],
  artifact: [5, 'abc', {}],
  yTrue: [5, 'abc', ['a']],
  matrix: [5, 'abc', [5]],
  points: [5, 'abc', [5]],
  annotations: [5, 'abc', [5]],
  options: ['abc', 5],
};

function wrongValues(name: string, { kind, optional }: ArgumentType, isOptions: boolean): readonly unknown[] {
  const wrong = isOptions ? wrongOfKind.options! : (wrongByName[name] ?? wrongOfKind[kind]!);
  return optional || kind === 'other' ? wrong : [...wrong, null, undefined];
}

/** Returns all calls in which one argument or option of an operation has a wrong type. */
export function wrongArguments(operation: TypedOperation, folder: string): WrongArgument[] {
  const valid = validArguments(operation, folder);
  const shown = (value: unknown) => (Number.isNaN(value) ? 'NaN' : (JSON.stringify(value) ?? String(value)));
  const replaced = (at: number, name: string, value: unknown): WrongArgument => ({
    what: `${name} = ${shown(value)}`,
    args: valid.with(at, value),
  });
  if (operation.name === 'get') return [5, true, [], ['a']].map((value) => replaced(0, 'path', value));
  return operation.args.flatMap((argument, at) => {
    const { name, fields } = argument;
    const whole = wrongValues(name, argument, fields !== null).map((value) => replaced(at, name, value));
    const parts = [...(fields ?? [])].flatMap(([field, type]) =>
      wrongValues(field, { ...type, optional: true }, false).map((value) => ({
        ...replaced(at, field, value),
        args: valid.with(at, { ...(valid[at] as object), [field]: value }),
      })),
    );
    return [...whole, ...parts];
  });
}

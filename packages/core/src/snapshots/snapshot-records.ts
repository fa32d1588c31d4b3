import type { SnapshotExperiment } from './view-payload.ts';

type Metadata = SnapshotExperiment['metadata'];
type Summary = SnapshotExperiment['metrics'][number];

/** Maximum length of a text in a snapshot: a parameter may hold a whole configuration. */
const textLimit = 1000;
const tagLimit = 100;

const metadataNames = [
  'experimentKey',
  'experimentName',
  'workspaceName',
  'projectName',
  'archived',
  'running',
  'hasCrashed',
  'startTimeMillis',
  'endTimeMillis',
  'durationMillis',
  'fileName',
  'filePath',
] as const satisfies readonly (keyof Metadata)[];

const valueNames = ['name', 'valueMin', 'valueMax', 'valueCurrent'] as const;
const summaryNames = [
  ...valueNames,
  'stepMin',
  'stepMax',
  'stepCurrent',
  'timestampMin',
  'timestampMax',
  'timestampCurrent',
] as const satisfies readonly (keyof Summary)[];

/** Parameters have a single value. */
const parameterNames = ['name', 'valueCurrent'] as const;

/** Returns whether a field carries no information: no value, an empty text, a zero time. */
function isBlank(name: string, value: unknown): boolean {
  if (value === '') return name !== 'workspaceName' && name !== 'projectName';
  return value === null || value === undefined || (value === 0 && /Millis$|^timestamp/.test(name));
}

/**
 * Returns the given fields of a record, without uninformative ones. Long texts are truncated, but names and keys are
 * not, because they are referenced.
 */
function storedFields<T extends object, N extends keyof T & string>(record: T, names: readonly N[]): Pick<T, N> {
  const kept: Partial<Pick<T, N>> = {};
  for (const name of names) {
    const value = record[name];
    const whole = typeof value !== 'string' || name === 'name' || name === 'experimentKey';
    if (!isBlank(name, value)) kept[name] = whole ? value : (value.slice(0, textLimit) as T[N]);
  }
  return kept as Pick<T, N>;
}

/**
 * Returns the parts of an experiment's records that a snapshot stores. For one of `many` experiments, metrics have
 * values without steps and timestamps.
 */
export function snapshotRecords(
  records: Omit<SnapshotExperiment, 'others'>,
  experiments: 'one' | 'many',
): SnapshotExperiment {
  const names = experiments === 'many' ? valueNames : summaryNames;
  return {
    metadata: storedFields(records.metadata, metadataNames),
    tags: records.tags.slice(0, tagLimit).map((tag) => tag.slice(0, textLimit)),
    metrics: records.metrics.map((metric) => storedFields(metric, names)),
    parameters: records.parameters.map((parameter) => storedFields(parameter, parameterNames)),
  };
}

/** Longest text of another item: notes are such an item. */
const otherLimit = 20_000;
const otherCount = 300;

/** Returns the other items that a snapshot stores, such as notes. */
export function snapshotOthers(others: readonly Summary[]): Summary[] {
  return others.slice(0, otherCount).map(({ name, valueCurrent }) => ({
    name,
    ...(valueCurrent ? { valueCurrent: valueCurrent.slice(0, /^notes?$/i.test(name) ? otherLimit : textLimit) } : {}),
  }));
}

import type { SnapshotExperiment } from './view-payload.ts';

type Metadata = SnapshotExperiment['metadata'];
type Summary = SnapshotExperiment['metrics'][number];

/** A text of a copy is cut here: a parameter may hold a whole configuration. */
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

/** What an experiment was given has one value. */
const parameterNames = ['name', 'valueCurrent'] as const;

/** Whether a field tells nothing: no value, an empty text, no moment. */
function isSilent(name: string, value: unknown): boolean {
  if (value === '') return name !== 'workspaceName' && name !== 'projectName';
  return value === null || value === undefined || (value === 0 && /Millis$|^timestamp/.test(name));
}

/** The named fields of a record that tell something, long texts cut; names stay whole, for they are referred to. */
function fieldsOf<T extends object, N extends keyof T & string>(record: T, names: readonly N[]): Pick<T, N> {
  const kept: Partial<Pick<T, N>> = {};
  for (const name of names) {
    const value = record[name];
    const whole = typeof value !== 'string' || name === 'name' || name === 'experimentKey';
    if (!isSilent(name, value)) kept[name] = whole ? value : (value.slice(0, textLimit) as T[N]);
  }
  return kept as Pick<T, N>;
}

/** What a copy keeps of the records of an experiment; of one among many, the values of its metrics without when they were. */
export function snapshotRecords(records: Omit<SnapshotExperiment, 'others'>, among: boolean): SnapshotExperiment {
  const names = among ? valueNames : summaryNames;
  return {
    metadata: fieldsOf(records.metadata, metadataNames),
    tags: records.tags.slice(0, tagLimit).map((tag) => tag.slice(0, textLimit)),
    metrics: records.metrics.map((metric) => fieldsOf(metric, names)),
    parameters: records.parameters.map((parameter) => fieldsOf(parameter, parameterNames)),
  };
}

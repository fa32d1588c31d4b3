import type { RegisteredModel } from '../contract/index.ts';
import { Allowance, cutMiddle } from './content-budget.ts';
import { cutEnd } from './shortened-end.ts';
import { type Snapshot, type SnapshotExperiment, snapshotBudgetBytes } from './view-payload.ts';

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
    if (!isBlank(name, value)) kept[name] = whole ? value : (cutEnd(value, textLimit) as T[N]);
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
    tags: records.tags.slice(0, tagLimit).map((tag) => cutEnd(tag, textLimit)),
    metrics: records.metrics.map((metric) => storedFields(metric, names)),
    parameters: records.parameters.map((parameter) => storedFields(parameter, parameterNames)),
  };
}

/** Sizes as JSON text: of all other items, and of notes or a description. */
const othersBytes = 50_000;
const notesBytes = 30_000;

/** Returns the other items that a snapshot stores, in order. Notes are such items, and come before the others. */
export function snapshotOthers(others: readonly Summary[]): Summary[] {
  const isNotes = ({ name }: Summary) => /^notes?$/i.test(name);
  const stored = others.map((item) => {
    const { name, valueCurrent } = item;
    if (!valueCurrent) return { name };
    return {
      name,
      valueCurrent: isNotes(item) ? cutMiddle(valueCurrent, notesBytes) : cutEnd(valueCurrent, textLimit),
    };
  });
  return fittingItems(stored, (a, b) => Number(isNotes(b)) - Number(isNotes(a)), new Allowance(othersBytes));
}

/** Returns a registered model with the versions that fit: `version` and the newest ones. */
export function snapshotModelRecord(
  model: RegisteredModel,
  version: string | undefined,
): NonNullable<Snapshot['model']> {
  const allowance = new Allowance(snapshotBudgetBytes - 1000);
  const description = cutMiddle(model.description, notesBytes);
  const { versions, ...fields } = { ...model, description, numberOfVersions: model.versions.length };
  allowance.tryTake(fields);
  const isChosen = (one: (typeof versions)[number]) => Number(one.version === version);
  const order = (a: (typeof versions)[number], b: (typeof versions)[number]) =>
    isChosen(b) - isChosen(a) || b.createdAt - a.createdAt;
  return { ...fields, versions: fittingItems(versions, order, allowance) };
}

/** Returns the items that fit an allowance, in their own order. `order` is the one in which they are taken. */
function fittingItems<T>(items: readonly T[], order: (a: T, b: T) => number, allowance: Allowance): T[] {
  const fitting = new Set([...items].sort(order).filter((item) => allowance.tryTake(item)));
  return items.filter((item) => fitting.has(item));
}

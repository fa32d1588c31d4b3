import type { RunItem, SourceItem } from './run-source.ts';

/** Row of a table, as cells by the name of the column. A missing cell is an empty one. */
export type TableRow = Readonly<Record<string, unknown>>;

/** What a column contains, by names of common tools, in lower case and without leading underscores. */
const roles = {
  step: [
    'step',
    'steps',
    'global_step',
    'trainer/global_step',
    'iteration',
    'iter',
    // RLlib.
    'training_iteration',
    // Stable-Baselines3.
    'time/total_timesteps',
  ],
  epoch: ['epoch'],
  time: ['timestamp', 'wall_time', 'time', 'datetime', 'date'],
  run: ['run', 'run_name', 'run_id', 'experiment_key', 'experiment', 'experiment_name'],
  name: ['metric', 'metric_name', 'name', 'tag', 'key'],
  value: ['value'],
  context: ['context'],
} as const satisfies Record<string, readonly string[]>;

type Role = keyof typeof roles;

const plainName = (column: string) => column.trim().toLowerCase().replace(/^_+/, '').replaceAll(' ', '_');

/** Returns the columns by what they contain, of some column names. */
export function columnsOf(names: readonly string[]): Partial<Record<Role, string>> {
  const found: Partial<Record<Role, string>> = {};
  // Of columns with the same plain name, the first.
  const columns = new Map(names.toReversed().map((name) => [plainName(name), name]));
  for (const role of Object.keys(roles) as Role[]) {
    const wanted = roles[role].find((name) => columns.has(name));
    if (wanted !== undefined) found[role] = columns.get(wanted)!;
  }
  return found;
}

const infinities: ReadonlySet<string> = new Set(['inf', 'infinity']);

/** Returns a cell as a number; null for an empty cell, undefined for another text. */
export function cellNumber(cell: unknown): number | null | undefined {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return Number(cell);
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (text === '') return null;
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return Number(lower === 'true');
  // C writes the sign of NaN.
  if (/^[+-]?nan$/.test(lower)) return Number.NaN;
  if (infinities.has(lower.replace(/^[+-]/, ''))) return lower.startsWith('-') ? -Infinity : Infinity;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** Units of times, each in milliseconds, with the smallest number that is read as a time in it. */
const timeUnits = [
  { from: 1e17, millis: 1e-6 },
  { from: 1e14, millis: 1e-3 },
  { from: 1e11, millis: 1 },
  // 1973 in seconds. Numbers below are durations.
  { from: 1e8, millis: 1000 },
] as const;
/** Numbers above are no times: the year 5138 in nanoseconds. */
const lastTime = 1e20;

const zone = /(?:z|utc|gmt|[+-]\d\d:?\d\d)$/i;

/** Returns the time in a cell, in milliseconds since 1970; null for a cell without a time, such as a duration. */
function cellMillis(cell: unknown): number | null {
  const number = cellNumber(cell);
  if (typeof number === 'number') {
    const unit = timeUnits.find(({ from }) => number >= from);
    return unit === undefined || number > lastTime ? null : Math.round(number * unit.millis);
  }
  if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d/.test(cell.trim())) return null;
  // Python has a decimal comma in logs, PostgreSQL zones of whole hours.
  const text = cell
    .trim()
    .replace(/(:\d\d),(\d)/, '$1.$2')
    .replace(/(:[\d.]+[+-]\d\d)$/, '$1:00');
  // Times without a zone are in UTC: the machine that logged them may be in another zone.
  const millis = Date.parse(zone.test(text) || text.length <= 10 ? text : `${text}Z`);
  return Number.isNaN(millis) ? null : millis;
}

const finite = (cell: unknown): number | undefined => {
  const number = cellNumber(cell);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Number of nested objects within each other whose values are read; what is deeper is left out. */
const maxDepth = 32;

/** Whether a cell contains further values. Not if it describes a file or a histogram, as W&B logs them. */
const isNested = (cell: unknown): cell is TableRow =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell) && !Object.hasOwn(cell, '_type');

function* nestedEntries(row: TableRow, prefix: string, depth: number): Generator<[name: string, cell: unknown]> {
  for (const [name, cell] of Object.entries(row)) {
    if (isNested(cell) && depth < maxDepth) yield* nestedEntries(cell, `${prefix}${name}/`, depth + 1);
    else yield [prefix + name, cell];
  }
}

/** Returns the values of an object without nested objects: their names are joined by slashes. */
function flattened(row: TableRow): TableRow {
  return Object.values(row).some(isNested) ? Object.fromEntries(nestedEntries(row, '', 0)) : row;
}

/** Returns a cell as a name; empty for one that is no text or number. */
const nameIn = (cell: unknown) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '');

/**
 * Yields the items of the rows of a table: each row is what was logged at one time. The columns say what they are by
 * their names; those with numbers are metrics. With a column of names and one of values, each row is one point.
 */
export async function* rowItems(rows: AsyncIterable<TableRow> | Iterable<TableRow>): AsyncGenerator<SourceItem> {
  let known = '';
  let columns: Partial<Record<Role, string>> = {};
  for await (const nested of rows) {
    const row = flattened(nested);
    const names = Object.keys(row);
    const joined = names.join('\n');
    if (joined !== known) {
      known = joined;
      columns = columnsOf(names);
    }
    const { run } = columns;
    for (const item of itemsOf(row, columns)) {
      yield { run: run === undefined ? '' : nameIn(row[run]), item };
    }
  }
}

function* itemsOf(row: TableRow, columns: Partial<Record<Role, string>>): Generator<RunItem> {
  const cell = (role: Role) => (columns[role] === undefined ? null : row[columns[role]]);
  const time = cellMillis(cell('time'));
  const epoch = finite(cell('epoch'));
  // Charts are drawn over steps.
  const step = columns.step === undefined && Number.isInteger(epoch) ? epoch : finite(cell('step'));
  const moment = { step, epoch, timeMillis: time ?? undefined };
  if (time !== null) yield { kind: 'time', timeMillis: time };
  if (columns.name !== undefined && columns.value !== undefined) {
    const value = cellNumber(cell('value'));
    const context = nameIn(cell('context'));
    const name = nameIn(cell('name'));
    if (typeof value !== 'number' || name === '') yield { kind: 'leftOut', what: 'rows without a number' };
    else yield { kind: 'point', name, value, ...(context === '' ? {} : { context }), ...moment };
    return;
  }
  const used = new Set([columns.step, columns.epoch, columns.run, ...(time === null ? [] : [columns.time])]);
  for (const [name, content] of Object.entries(row)) {
    // The index of a data frame has no name.
    if (used.has(name) || name.trim() === '') continue;
    const value = cellNumber(content);
    if (typeof value === 'number') yield { kind: 'point', name: name.trim(), value, ...moment };
    else if (value === undefined) {
      yield { kind: 'leftOut', what: `${typeof content === 'string' ? 'texts' : 'values'} of ${name.trim()}` };
    }
  }
}

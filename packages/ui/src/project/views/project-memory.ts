import {
  type HostStorage,
  initialViewState,
  readViewState,
  type Target,
  type ViewState,
} from '@tracklens/core/display';
import { storedList } from '../../source/stored-list.ts';

/** Initial state of the next view of a project: the named view that was shown last, or an arrangement of its own. */
export interface ProjectMemory {
  /** Id of the named view. */
  readonly view?: string | undefined;
  /** Arrangement without a named view: only what the user has changed. */
  readonly arrangement: ViewState;
}

/** Memory of a project that the user has not arranged. */
export const noMemory: ProjectMemory = { arrangement: initialViewState };

/** Storage of the memories of all projects, for one user on one machine. */
export interface ProjectMemories {
  /** Returns a memory; `noMemory` if there is none, or if it cannot be read. */
  read(key: string): Promise<ProjectMemory>;
  /** Stores a memory; the least recently changed ones are dropped. Rejects when the host cannot store it. */
  write(key: string, memory: ProjectMemory): Promise<void>;
}

interface StoredMemory {
  readonly key: string;
  readonly view?: string | undefined;
  readonly state: unknown;
}

/** Maximum number of projects that are remembered. */
const maxItems = 100;

/** Returns the memories in a host's storage, with the most recently changed project first. */
export function projectMemories(storage: HostStorage): ProjectMemories {
  const stored = storedList(storage, 'tracklens.arrangements', { isItem: isStoredMemory, maxItems });
  return {
    async read(key) {
      const found = (await stored.read().catch(() => [])).find((one) => one.key === key);
      return found ? { view: found.view, arrangement: rememberedPart(readViewState(found.state)) } : noMemory;
    },
    write(key, { view, arrangement }) {
      const isEmpty = view === undefined && Object.keys(arrangement).length === 1;
      return stored.change((items) => {
        const others = items.filter((one) => one.key !== key);
        return isEmpty ? others : [{ key, view, state: arrangement }, ...others];
      });
    },
  };
}

function isStoredMemory(value: unknown): value is StoredMemory {
  const { key, view } = (value ?? {}) as Record<string, unknown>;
  return typeof key === 'string' && (view === undefined || typeof view === 'string');
}

/** Returns the key of a project's or query's memory, for the connection that the view reads from. */
export function memoryKey(
  connection: string | undefined,
  target: Extract<Target, { kind: 'project' | 'query' }>,
): string {
  const { workspace, projectName } = target;
  const query = target.kind === 'query' ? [target.query.trim(), target.archived ?? false] : [];
  return JSON.stringify([connection ?? '', workspace, projectName, ...query]);
}

/**
 * Returns the part of a state that is remembered: columns, order, groups, pinned and hidden experiments, colors and
 * chart settings. Searches, filters, zooms and the selection start over, so that no new experiment is missed.
 */
export function rememberedPart({ table, charts, project }: ViewState): ViewState {
  const { search: _, ...columns } = table ?? {};
  const { search: __, zoom: ___, pins: ____, ...options } = charts ?? {};
  const { scatter, axes } = project ?? {};
  return withGroups({ table: columns, charts: options, project: { scatter, axes } });
}

/**
 * Returns the memory after a change by the user. A named view stores its own arrangement: only its id is remembered.
 */
export function changedMemory(memory: ProjectMemory, before: ViewState, after: ViewState): ProjectMemory {
  if (after.view !== undefined) return after.view === memory.view ? memory : { ...memory, view: after.view };
  if (before.view !== undefined) return { arrangement: memory.arrangement };
  const [old, now] = [rememberedPart(before), rememberedPart(after)];
  const changed = (group: 'table' | 'charts' | 'project') => {
    const fields: Record<string, unknown> = { ...memory.arrangement[group] };
    const [from, to]: Record<string, unknown>[] = [{ ...old[group] }, { ...now[group] }];
    for (const name of Object.keys({ ...from, ...to })) {
      if (JSON.stringify(from![name]) !== JSON.stringify(to![name])) fields[name] = to![name];
    }
    return fields;
  };
  return {
    arrangement: withGroups({ table: changed('table'), charts: changed('charts'), project: changed('project') }),
  };
}

/** Returns a state of groups, without absent fields and empty groups. */
function withGroups(groups: Record<'table' | 'charts' | 'project', Record<string, unknown>>): ViewState {
  const present = (fields: Record<string, unknown>) =>
    Object.entries(fields).filter(([, value]) => value !== undefined);
  const filled = Object.entries(groups).map(([name, fields]) => [name, present(fields)] as const);
  return {
    version: 1,
    ...Object.fromEntries(
      filled.filter(([, fields]) => fields.length > 0).map(([name, fields]) => [name, Object.fromEntries(fields)]),
    ),
  };
}

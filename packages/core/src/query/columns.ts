/** Columns of a project that a query can name, as the service lists them by source. */
import { type VariableKind, variableKinds } from './ast.ts';
import { nearest } from './nearest.ts';

/** Column that a query can test, as the service lists it (`project/column-names`). */
export interface Column {
  /** Name of the column. */
  readonly name: string;
  /** Source of the values, for example `metrics`. */
  readonly source: string;
  /** `string`, `boolean`, `double`, `datetime` or `timenumber`. */
  readonly type: string;
}

/** Source on the wire of each variable kind. */
export const columnSources = {
  /** Source of `Metric`. */
  Metric: 'metrics',
  /** Source of `Parameter`. */
  Parameter: 'params',
  /** Source of `Other`. */
  Other: 'log_other',
  /** Source of `Metadata`. */
  Metadata: 'metadata',
  /** Source of `Environment`. */
  Environment: 'env_details',
  /** Source of `Tag`. */
  Tag: 'tag',
} as const satisfies Record<VariableKind | 'Tag', string>;

/** Source of the values of a column, by its name on the wire. */
export type Source = (typeof columnSources)[keyof typeof columnSources];

/** All sources, for schemas. */
export const sourceNames = Object.values(columnSources);

/** Returns the variable kind of a source, or undefined for a source that queries cannot name. */
export function kindOfSource(source: string): VariableKind | 'Tag' | undefined {
  return source === 'tag' ? 'Tag' : variableKinds.find((kind) => columnSources[kind] === source);
}

/** Index of the columns of a project by kind and name. */
export class ColumnIndex {
  private readonly byKind = new Map<string, Map<string, string>>();

  constructor(columns: Iterable<Column>) {
    for (const { name, source, type } of columns) {
      const kind = kindOfSource(source);
      if (!kind) continue;
      const types = this.byKind.get(kind) ?? new Map<string, string>();
      this.byKind.set(kind, types);
      // The first of two columns with the same name wins, as in the Python SDK.
      if (!types.has(name)) types.set(name, type);
    }
  }

  /** Returns the type of a column, or undefined if the project has no such column. */
  type(kind: VariableKind | 'Tag', name: string): string | undefined {
    return this.byKind.get(kind)?.get(name);
  }

  names(kind: VariableKind | 'Tag'): string[] {
    return [...(this.byKind.get(kind)?.keys() ?? [])];
  }

  /**
   * Returns suggestions for an unknown column: the same name of another kind first, then similar names of this kind.
   */
  suggestions(kind: VariableKind, name: string): { kind: VariableKind; name: string }[] {
    const elsewhere = variableKinds.filter((other) => this.type(other, name) !== undefined);
    return [
      ...elsewhere.map((other) => ({ kind: other, name })),
      ...nearest(name, this.names(kind), 3).map((near) => ({ kind, name: near })),
    ].slice(0, 3);
  }
}

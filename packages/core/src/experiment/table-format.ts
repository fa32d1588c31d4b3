import type { Numbers } from '../contract/curve.ts';

/** Table as rows of cells, or as records: objects or maps whose keys are the columns. */
export type TableData = readonly (readonly unknown[] | Exclude<Numbers, readonly number[]>)[] | readonly object[];

/** Formats in which a table can be written. */
export const tableFormats = ['csv', 'tsv', 'json', 'md', 'html'] as const;
/** Format in which a table can be written. */
export type TableFormat = (typeof tableFormats)[number];

import { useReadOnce } from '../live/use-read-once.ts';

/** Corrections, descriptions and the layout of queries. */
export type QueryTools = typeof import('./query-tools.ts');

/** Returns the tools of a query field; null until they are loaded. A field without them can still run queries. */
export function useQueryTools(): QueryTools | null {
  return useReadOnce<string, QueryTools | null>('query tools', null, () => import('./query-tools.ts')).data;
}

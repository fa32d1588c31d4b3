import type { Target } from '@tracklens/core/display';
import { idlePollMillis } from '../live/idle-poll.ts';
import { type Read, useRead } from '../live/use-read.ts';
import { experimentState } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';
import { useView, useViewState } from '../view/view-context.ts';

/** Target with a list of experiments. */
export type ListTarget = Extract<Target, { kind: 'project' | 'query' }>;

/** Experiments of a project or query. */
export interface ListedExperiments {
  readonly read: Read<readonly Metadata[]>;
  /** Experiments, newest first; empty until they are loaded. */
  readonly records: readonly Metadata[];
  /** Whether the user has filtered the project with a query. */
  readonly isFiltered: boolean;
  /** Query that selects the experiments; undefined for all of a project. */
  readonly query: string | undefined;
}

const noRecords: readonly Metadata[] = [];

/** Reads the experiments of a project or query: often while one of them is running, rarely otherwise. */
export function useExperimentList(target: ListTarget): ListedExperiments {
  const { pollMillis } = useView();
  const filter = useViewState((state) => (target.kind === 'project' ? state.project?.query : undefined));
  const query = filter ?? (target.kind === 'query' ? target.query : undefined);
  const selection = {
    workspace: target.workspace,
    projectName: target.projectName,
    ...(query === undefined ? {} : { query }),
    ...(target.kind === 'query' ? { archived: target.archived } : {}),
  };
  const read = useRead<readonly Metadata[]>(
    JSON.stringify(selection),
    (source, signal) => source.experiments(selection, signal),
    (experiments) => (experiments.some((one) => experimentState(one) === 'running') ? pollMillis : idlePollMillis),
  );
  return { read, records: read.data ?? noRecords, isFiltered: filter !== undefined, query };
}

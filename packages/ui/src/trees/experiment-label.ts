import type { ExperimentState } from './tree-node.ts';

/** Whether an experiment runs, and if not, how it ended. */
export function experimentState(metadata: {
  readonly running?: boolean | null | undefined;
  readonly hasCrashed?: boolean | null | undefined;
}): ExperimentState {
  if (metadata.hasCrashed) return 'crashed';
  return metadata.running ? 'running' : 'finished';
}

/** What an experiment is called: its name, or the first letters of its key. */
export function experimentLabel(metadata: {
  readonly experimentKey: string;
  readonly experimentName?: string | null | undefined;
}): string {
  return metadata.experimentName || metadata.experimentKey.slice(0, 9);
}

/** Whether an experiment is running or, if not, how it ended. */
export type ExperimentState = 'running' | 'finished' | 'crashed';

/** Returns whether an experiment is running or, if not, how it ended. */
export function experimentState(metadata: {
  readonly running?: boolean | null | undefined;
  readonly hasCrashed?: boolean | null | undefined;
}): ExperimentState {
  if (metadata.hasCrashed) return /* message */ 'crashed';
  return metadata.running ? /* message */ 'running' : /* message */ 'finished';
}

/** Returns the label of an experiment: its name, or the first characters of its key. */
export function experimentLabel(metadata: {
  readonly experimentKey: string;
  readonly experimentName?: string | null | undefined;
}): string {
  return metadata.experimentName || metadata.experimentKey.slice(0, 9);
}

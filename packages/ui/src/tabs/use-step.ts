/** The chosen step of those there are; the last one until a person chose, also while more are logged. */
export function useStep(
  steps: readonly number[],
  [chosen, setChosen]: [number | null, (step: number | null) => void],
): [step: number | null, choose: (step: number) => void] {
  const step = chosen !== null && steps.includes(chosen) ? chosen : (steps.at(-1) ?? null);
  // The last step means the newest one, whatever comes.
  return [step, (next) => setChosen(next === steps.at(-1) ? null : next)];
}

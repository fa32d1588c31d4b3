/** Returns the chosen step. By default it is the last one, including steps logged later. */
export function useStep(
  steps: readonly number[],
  [chosen, setChosen]: [number | null, (step: number | null) => void],
): [step: number | null, choose: (step: number) => void] {
  const step = chosen !== null && steps.includes(chosen) ? chosen : (steps.at(-1) ?? null);
  // Choosing the last step restores the default, which follows new steps.
  return [step, (next) => setChosen(next === steps.at(-1) ? null : next)];
}

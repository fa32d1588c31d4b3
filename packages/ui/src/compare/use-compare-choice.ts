import type { ViewState } from '@tracklens/core/display';
import { useView, useViewState } from '../view/view-context.ts';

type Compare = NonNullable<NonNullable<ViewState['project']>['compare']>;

/** Setting of the comparison, stored in the view state. A value equal to `initial` is not stored. */
export function useCompareChoice<Name extends keyof Compare>(
  name: Name,
  initial: NonNullable<Compare[Name]> | null,
): [NonNullable<Compare[Name]> | null, (next: NonNullable<Compare[Name]> | null) => void] {
  const { setState } = useView().store;
  const value = useViewState((state) => state.project?.compare?.[name]) as NonNullable<Compare[Name]> | undefined;
  return [
    value ?? initial,
    (next) =>
      setState((before) => {
        const { [name]: _, ...others } = before.project?.compare ?? {};
        const compare = next === null || next === initial ? others : { ...others, [name]: next };
        return {
          ...before,
          project: { ...before.project, compare: Object.keys(compare).length === 0 ? undefined : compare },
        };
      }),
  ];
}

import type { TabChoices, ViewState } from '@tracklens/core/display';
import { useView, useViewState } from '../view/view-context.ts';

type Chosen<Tab extends keyof TabChoices> = NonNullable<TabChoices[Tab]>;

/** Returns the state with a choice of a tab. Null removes it, so that the state only contains changes by the user. */
function withChoice<Tab extends keyof TabChoices, Name extends keyof Chosen<Tab>>(
  state: ViewState,
  tab: Tab,
  name: Name,
  value: NonNullable<Chosen<Tab>[Name]> | null,
): ViewState {
  const { [name]: _, ...others } = (state.tabs?.[tab] ?? {}) as Chosen<Tab>;
  const { [tab]: __, ...tabs } = state.tabs ?? {};
  const choices = value === null ? others : { ...others, [name]: value };
  const next = Object.keys(choices).length === 0 ? tabs : { ...tabs, [tab]: choices };
  const { tabs: ___, ...rest } = state;
  return Object.keys(next).length === 0 ? rest : { ...rest, tabs: next };
}

/**
 * Choice within a tab. Works like `useState`, but is stored in the state of the view and restored by a cell, a panel
 * or a link. A value equal to `initial` is not stored.
 */
export function useChoice<
  Tab extends keyof TabChoices,
  Name extends keyof Chosen<Tab>,
  Value extends NonNullable<Chosen<Tab>[Name]> | null,
>(
  tab: Tab,
  name: Name,
  initial: Value,
): [Value | NonNullable<Chosen<Tab>[Name]>, (next: Value | NonNullable<Chosen<Tab>[Name]>) => void] {
  const { setState } = useView().store;
  const kept = useViewState((state) => (state.tabs?.[tab] as Chosen<Tab> | undefined)?.[name]);
  return [
    kept ?? initial,
    (next) => setState((before) => withChoice(before, tab, name, next === initial ? null : next)),
  ];
}

/** Step chosen for one of many items, by name. Null is not stored. */
export function useNamedChoice(
  tab: 'histograms' | 'audio' | 'charts',
  name: string,
): [number | null, (next: number | null) => void] {
  const { setState } = useView().store;
  const kept = useViewState((state) => state.tabs?.[tab]?.steps);
  const value = kept !== undefined && Object.hasOwn(kept, name) ? kept[name]! : null;
  return [
    value,
    (next) =>
      setState((before) => {
        const { [name]: _, ...others } = before.tabs?.[tab]?.steps ?? {};
        const steps = next === null ? others : { ...others, [name]: next };
        return withChoice(before, tab, 'steps', Object.keys(steps).length === 0 ? null : steps);
      }),
  ];
}

/** Whether one of many collapsible items is open. The state only contains the names of toggled items. */
export function useToggled(tab: 'code' | 'artifacts', name: string, initial: boolean): [boolean, () => void] {
  const { setState } = useView().store;
  const turned = useViewState((state) => (state.tabs?.[tab]?.toggled ?? []).includes(name));
  return [
    turned !== initial,
    () =>
      setState((before) => {
        const all = before.tabs?.[tab]?.toggled ?? [];
        const next = all.includes(name) ? all.filter((one) => one !== name) : [...all, name];
        return withChoice(before, tab, 'toggled', next.length === 0 ? null : next);
      }),
  ];
}

/** Returns the chosen step. By default it is the last one, including steps logged later. */
export function useStep(
  steps: readonly number[],
  [chosen, setChosen]: [number | null, (step: number | null) => void],
): [step: number | null, choose: (step: number) => void] {
  const step = chosen !== null && steps.includes(chosen) ? chosen : (steps.at(-1) ?? null);
  // Choosing the last step restores the default, which follows new steps.
  return [step, (next) => setChosen(next === steps.at(-1) ? null : next)];
}

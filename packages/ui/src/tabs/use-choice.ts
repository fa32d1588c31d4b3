import type { TabChoices, ViewState } from '@tracklens/core/display';
import { useView } from '../viewer/view-context.ts';

type Chosen<Tab extends keyof TabChoices> = NonNullable<TabChoices[Tab]>;

/** A state with one choice of a tab set; null takes it out, so that a state holds only what a person changed. */
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
 * A choice within a tab, kept in the view's state under the name it has there: as `useState`, but a cell, a panel and a link bring
 * it back. What equals `initial` is not kept.
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
  const { state, setState } = useView();
  const kept = (state.tabs?.[tab] as Chosen<Tab> | undefined)?.[name];
  return [
    kept ?? initial,
    (next) => setState((before) => withChoice(before, tab, name, next === initial ? null : next)),
  ];
}

/** A choice by name, for what a tab has many of. What is null is not kept. */
export function useNamedChoice<Tab extends 'histograms' | 'audio'>(
  tab: Tab,
  name: string,
): [number | null, (next: number | null) => void] {
  const { state, setState } = useView();
  const kept = state.tabs?.[tab]?.steps;
  const value = kept !== undefined && Object.hasOwn(kept, name) ? kept[name]! : null;
  return [
    value,
    (next) =>
      setState((before) => {
        const { [name]: _, ...others } = before.tabs?.[tab]?.steps ?? {};
        const steps = next === null ? others : { ...others, [name]: next };
        return withChoice(before, tab, 'steps', (Object.keys(steps).length === 0 ? null : steps) as never);
      }),
  ];
}

/** Whether one of many foldable things is open: it is as it begins until a person turns it, and the state keeps its name. */
export function useToggled<Tab extends 'code' | 'artifacts'>(
  tab: Tab,
  name: string,
  initial: boolean,
): [boolean, () => void] {
  const { state, setState } = useView();
  const turned = (state.tabs?.[tab]?.toggled ?? []).includes(name);
  return [
    turned !== initial,
    () =>
      setState((before) => {
        const all = before.tabs?.[tab]?.toggled ?? [];
        const next = all.includes(name) ? all.filter((one) => one !== name) : [...all, name];
        return withChoice(before, tab, 'toggled', (next.length === 0 ? null : next) as never);
      }),
  ];
}

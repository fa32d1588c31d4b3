import type { ViewState } from '@tracklens/core/display';
import { useView } from '../view/view-context.ts';

type TableState = NonNullable<ViewState['table']>;

/** Choices of the user about the experiments of a table. */
export interface TableChoices {
  setTable(change: Partial<TableState>): void;
  /** Moves an experiment to the top, or returns it to its place. */
  toggleTop(experimentKey: string): void;
  /** Shows or hides the experiments of a group. */
  toggleGroup(key: string): void;
  /** Sets the color of an experiment; null for the one of the palette. */
  setColor(experimentKey: string, color: string | null): void;
  /** Selects experiments and compares them; texts of the first one are on the left. */
  compare(experimentKeys: readonly string[]): void;
}

/** Returns the functions that change the state of the table. */
export function useTableChoices(): TableChoices {
  const { setState } = useView().store;
  const changeTable = (change: (table: TableState) => Partial<TableState>) =>
    setState((before) => ({ ...before, table: { ...before.table, ...change(before.table ?? {}) } }));
  return {
    setTable: (change) => changeTable(() => change),
    toggleTop: (key) => changeTable(({ top }) => ({ top: toggled(top, key) })),
    toggleGroup: (key) => changeTable(({ opened }) => ({ opened: toggled(opened, key) })),
    setColor: (key, color) =>
      setState((before) => {
        const { [key]: _, ...others } = before.charts?.colors ?? {};
        return {
          ...before,
          charts: { ...before.charts, colors: color === null ? others : { ...others, [key]: color } },
        };
      }),
    compare: (keys) =>
      setState((before) => ({
        ...before,
        selection: [...keys],
        project: {
          ...before.project,
          part: 'compare',
          compare: { ...before.project?.compare, from: keys[0]!, to: keys[1]! },
        },
      })),
  };
}

function toggled(keys: readonly string[] = [], key: string): string[] | undefined {
  const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
  return next.length === 0 ? undefined : next;
}

import type { ChartExperiment } from '@tracklens/core/charts';
import type { ReactElement, ReactNode } from 'react';
import { Summary } from '../components/Summary.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending } from '../live/Freshness.tsx';
import { type Read, useRead } from '../live/use-read.ts';
import type { ViewSource } from '../source/view-source.ts';
import { useCompareChoice } from './use-compare-choice.ts';

/** Section that is rendered, and its data read, only while it is open. */
export function CompareSection({
  id,
  title,
  open = false,
  children,
}: {
  /** Name of the section in the view state. */
  readonly id: string;
  readonly title: string;
  readonly open?: boolean;
  readonly children: () => ReactNode;
}): ReactElement {
  const [toggled, setToggled] = useCompareChoice('toggled', null);
  const isToggled = toggled?.includes(id) ?? false;
  const shown = isToggled !== open;
  const show = (next: boolean) => {
    if (next === shown) return;
    const others = (toggled ?? []).filter((one) => one !== id);
    const all = isToggled ? others : [...others, id];
    setToggled(all.length === 0 ? null : all);
  };
  return (
    <details className="tl-part" data-part={id} open={shown} onToggle={(event) => show(event.currentTarget.open)}>
      <Summary text={title} />
      {shown && children()}
    </details>
  );
}

/** Reads one kind of data for each experiment. */
export function useEachExperiment<T>(
  experiments: readonly ChartExperiment[],
  what: string,
  read: (source: ViewSource, key: string, signal: AbortSignal) => Promise<T>,
): Read<readonly T[]> {
  const keys = experiments.map(({ key }) => key);
  return useRead(`compare ${what} ${keys.join(' ')}`, (source, signal) =>
    Promise.all(keys.map((key) => read(source, key, signal))),
  );
}

/** Reads one kind of data for each experiment while mounted, and renders it. */
export function EachExperiment<T>({
  experiments,
  what,
  read,
  children,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly what: string;
  readonly read: (source: ViewSource, key: string, signal: AbortSignal) => Promise<T>;
  readonly children: (all: readonly T[]) => ReactNode;
}): ReactElement {
  return (
    <LoadedAll read={useEachExperiment(experiments, what, read)} count={experiments.length}>
      {children}
    </LoadedAll>
  );
}

/** Renders the data of all `count` experiments once it is loaded. */
export function LoadedAll<T>({
  read,
  count,
  children,
}: {
  readonly read: Read<readonly T[]>;
  readonly count: number;
  readonly children: (all: readonly T[]) => ReactNode;
}): ReactElement {
  const t = useTranslate();
  if (read.data !== undefined && read.data.length === count) return <>{children(read.data)}</>;
  return <Pending read={read} label={t('Loading…')} rows={3} />;
}

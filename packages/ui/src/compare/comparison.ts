import { systemFacts } from '@tracklens/core/display';
import type { SystemDetails } from '../source/content-source.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { packageOf } from '../tabs/packages/package-rows.ts';
import { factFormats } from '../text/fact-formats.ts';
import { naturalOrder } from '../text/text-order.ts';
import type { Translate } from '../text/translate.ts';

/** Row of a comparison: the value of each experiment in order, `null` where it has none. */
export interface ComparisonRow {
  readonly name: string;
  readonly values: readonly (string | null)[];
  readonly differs: boolean;
}

/** Builds the rows from the values of each experiment by name, names in natural order. */
export function comparisonRows(experiments: readonly ReadonlyMap<string, string>[]): readonly ComparisonRow[] {
  const names = new Set(experiments.flatMap((values) => [...values.keys()]));
  return [...names].sort(naturalOrder).map((name) => {
    const values = experiments.map((one) => one.get(name) ?? null);
    return { name, values, differs: new Set(values).size > 1 };
  });
}

/** Returns the number of rows shown at first: fewer for many experiments, each of which has a cell in every row. */
export function rowsPerPage(experiments: number): number {
  return Math.min(500, Math.max(50, Math.floor(5000 / experiments)));
}

/** Returns the rows to show: those that are not ignored and, with `differencesOnly`, only those that differ. */
export function wantedRows(
  rows: readonly ComparisonRow[],
  { differencesOnly, ignored }: { readonly differencesOnly: boolean; readonly ignored: readonly string[] },
): readonly ComparisonRow[] {
  const skipped = new Set(ignored);
  return rows.filter(({ name, differs }) => !skipped.has(name) && (differs || !differencesOnly));
}

/** Parses a comma-separated list of names. */
export function namesOf(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
}

/** Returns parameters by name. */
export function parametersOf(details: ExperimentDetails): ReadonlyMap<string, string> {
  return new Map(details.parameters.map(({ name, valueCurrent }) => [name, valueCurrent ?? '']));
}

/** Returns the last, minimum or maximum values of metrics by name. */
export function metricsOf(
  details: ExperimentDetails,
  which: 'valueCurrent' | 'valueMin' | 'valueMax',
): ReadonlyMap<string, string> {
  return new Map(
    details.metrics.flatMap((metric) => (metric[which] == null ? [] : [[metric.name, String(metric[which])] as const])),
  );
}

/** Returns the versions of installed packages by name. */
export function packagesOf({
  installedPackages,
}: Pick<SystemDetails, 'installedPackages'>): ReadonlyMap<string, string> {
  return new Map(
    (installedPackages ?? []).map((line) => {
      const { name, version } = packageOf(line);
      // Names are normalized as pip does.
      return [name.toLowerCase().replace(/[-_.]+/g, '-'), version];
    }),
  );
}

/**
 * Returns the details of a machine and process by translated name, as the system tab shows them. The process id is left
 * out: it differs in all experiments. A name that occurs more than once is preceded by its group.
 */
export function systemOf(details: SystemDetails, t: Translate): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { title, facts } of systemFacts(details, factFormats)) {
    const isPlain = !title.startsWith('GPU ');
    for (const { name, value } of facts) {
      if (name === 'Process id') continue;
      values.set(isPlain && !values.has(t(name)) ? t(name) : `${t(title)}: ${t(name)}`, value);
    }
  }
  return values;
}

/**
 * Returns the names that at least one experiment has, with the number of experiments: most common first, then in
 * natural order.
 */
export function sharedNames(
  lists: readonly (readonly string[])[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || naturalOrder(a.name, b.name));
}

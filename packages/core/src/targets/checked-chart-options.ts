import * as v from 'valibot';
import { ChartOptions } from '../charts/chart-options.ts';

/** Options of charts of which each name is known. */
const KnownOptions = v.strictObject(ChartOptions.entries);

/**
 * Returns the options of charts of a caller. For an unknown name or value, throws the error that `failure` makes of the
 * reason.
 */
export function checkedChartOptions(options: unknown, failure: (reason: string) => Error): ChartOptions {
  const checked = v.safeParse(KnownOptions, options);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const name = v.getDotPath(issue);
  if (issue.expected === 'never') {
    throw failure(`charts has no option ${name}; the options are ${Object.keys(ChartOptions.entries).join(', ')}`);
  }
  throw failure(`charts${name === null ? '' : `.${name}`} is ${issue.received}, expected ${issue.expected}`);
}

import { nearest } from '../query/nearest.ts';
import type { ChartOptions } from './chart-options.ts';

/** Names that the experiments in the charts have logged. */
export interface LoggedNames {
  readonly metrics: readonly string[];
  /** Undefined for a single experiment, which is not grouped. */
  readonly parameters?: readonly string[] | undefined;
  /** Whether the view lists further experiments. */
  readonly arePartial?: boolean;
}

/** Translates a text; `%1` is the value. */
type Translate = (english: string, value: string) => string;

/** Maximum number of names that are reported. */
const reportLimit = 5;

const axisOf = ({ xAxis }: ChartOptions) => (typeof xAxis === 'object' ? xAxis.metric : undefined);

/**
 * Returns the names in the options of charts that no experiment has logged, such as mistyped ones, as `metric:NAME` or
 * `parameter:NAME`.
 */
export function unknownNames(options: ChartOptions, { metrics, parameters }: LoggedNames): string[] {
  const axis = axisOf(options);
  const by = options.group?.by;
  const logged = new Set(metrics.map((name) => `metric:${name}`));
  for (const name of parameters ?? []) logged.add(`parameter:${name}`);
  const used = new Set([
    ...(options.metrics ?? []).map((name) => `metric:${name}`),
    ...(axis === undefined ? [] : [`metric:${axis}`]),
    ...(parameters === undefined || by === undefined || by === 'tag' ? [] : [by]),
  ]);
  return [...used].filter((id) => !logged.has(id));
}

/** Returns a sentence about each of the first unknown names, with the name that could be meant. */
export function unknownTexts(
  ids: readonly string[],
  options: ChartOptions,
  { metrics, parameters = [], arePartial = false }: LoggedNames,
  t: Translate,
): string[] {
  const axis = axisOf(options);
  const texts = ids.slice(0, reportLimit).map((id) => {
    const isMetric = id.startsWith('metric:');
    const name = id.slice(id.indexOf(':') + 1);
    const words = !isMetric ? ['tag'] : name === axis ? ['step', 'epoch', 'wall', 'duration'] : [];
    const [near] = nearest(name, [...(isMetric ? metrics : parameters), ...words], 1);
    const problem = isMetric ? metricText(name, arePartial, t) : parameterText(name, arePartial, t);
    return near === undefined ? problem : `${problem} ${t('Did you mean “%1”?', near)}`;
  });
  return ids.length > reportLimit ? [...texts, '…'] : texts;
}

const metricText = (name: string, arePartial: boolean, t: Translate) =>
  arePartial
    ? t('No experiment in the charts has logged the metric “%1”.', name)
    : t('No experiment here has logged the metric “%1”.', name);

const parameterText = (name: string, arePartial: boolean, t: Translate) =>
  arePartial
    ? t('No experiment in the charts has logged the parameter “%1”.', name)
    : t('No experiment here has logged the parameter “%1”.', name);

/** Details of an experiment that a name template can use. */
export interface NamedDetails {
  /** Tags of the experiment. */
  readonly tags: readonly string[];
  /** Summaries of its metrics. */
  readonly metrics: readonly NamedValue[];
  /** Summaries of its parameters. */
  readonly parameters: readonly NamedValue[];
}

/** Summary of a metric or parameter, as far as a template uses it. */
export interface NamedValue {
  /** Name of the metric or parameter. */
  readonly name: string;
  /** Lowest value. */
  readonly valueMin?: string | null | undefined;
  /** Highest value. */
  readonly valueMax?: string | null | undefined;
  /** Last value. */
  readonly valueCurrent?: string | null | undefined;
}

/** Key and name of an experiment. */
export interface NamedExperiment {
  /** Key of the experiment. */
  readonly key: string;
  /** Name of the experiment, as shown without a template. */
  readonly label: string;
}

/** Fields that a template can use. */
export const legendFields = '{name} {key} {tags} {param.NAME} {metric.NAME} {metric.NAME.min} {metric.NAME.max}';

/**
 * Formats the name of an experiment with a template such as `{name} lr={param.lr}`. A value that is not loaded or was
 * never logged becomes a dash; unknown fields stay unchanged. An empty result falls back to the key. `valueText`
 * formats the values of metrics, and parameters with many decimals; other parameters are shown as logged.
 */
export function legendName(
  template: string,
  experiment: NamedExperiment,
  details: NamedDetails | undefined,
  valueText: (value: string | null | undefined) => string,
): string {
  const name = template.replace(/\{([^{}]+)\}/g, (whole, field: string) => {
    const value = fieldOf(field.trim(), experiment, details, valueText);
    return value === undefined ? whole : value === '' ? '–' : value;
  });
  return name.trim() === '' ? experiment.key.slice(0, 9) : name.trim();
}

/** Returns the text of a field: empty for a missing value, undefined for an unknown field. */
function fieldOf(
  field: string,
  { key, label }: { readonly key: string; readonly label: string },
  details: NamedDetails | undefined,
  valueText: (value: string | null | undefined) => string,
): string | undefined {
  if (field === 'name') return label;
  if (field === 'key') return key.slice(0, 9);
  if (field === 'tags') return details?.tags.join(', ') ?? '';
  const [, kind, rest = ''] = /^(param|metric)\.(.+)$/s.exec(field) ?? [];
  if (kind === 'param') {
    const value = details?.parameters.find(({ name }) => name === rest)?.valueCurrent ?? '';
    return /\.\d{7}/.test(value) ? valueText(value) : value;
  }
  if (kind !== 'metric') return undefined;
  const metric = (name: string) => details?.metrics.find((each) => each.name === name);
  const [, name = rest, end] = /^(.*)\.(min|max|last)$/s.exec(rest) ?? [];
  // A metric name may itself end in `.min`, such as `x.min`.
  if (end === undefined || metric(rest)) return valueText(metric(rest)?.valueCurrent);
  const found = metric(name);
  return valueText(end === 'min' ? found?.valueMin : end === 'max' ? found?.valueMax : found?.valueCurrent);
}

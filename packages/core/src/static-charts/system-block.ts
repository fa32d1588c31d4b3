import { orderedMetrics } from '../charts/metric-groups.ts';
import { staticTexts } from '../charts/static-texts.ts';
import { isSystemMetric } from '../charts/system-metric.ts';
import type { SnapshotContent } from '../snapshots/snapshot-content.ts';
import { limitedTable } from '../snapshots/static-table.ts';
import { type FactFormats, systemFacts } from '../snapshots/system-facts.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { StaticBlock } from './static-block.ts';

const formats: FactFormats = {
  number: (value) => staticTexts.number(value, 3),
  size: (bytes) => `${staticTexts.number(bytes, 3).replace(/[kMGT]?$/, ' $&')}B`,
};

/** Returns the metrics that the system tab charts, those with a line first: a single point says little. */
export function systemMetrics({ chart }: Snapshot, { metadata, metrics }: SnapshotExperiment): string[] {
  const drawn = chart[metadata.experimentKey]?.metrics ?? [];
  const lines = new Set(drawn.filter(({ values }) => values.length > 1).map(({ metricName }) => metricName));
  const names = orderedMetrics(metrics.map(({ name }) => name).filter(isSystemMetric));
  return [...names.filter((name) => lines.has(name)), ...names.filter((name) => !lines.has(name))];
}

/** Returns the details of the machine and the process as a table. */
export function systemBlock(content: SnapshotContent | undefined): StaticBlock {
  const groups = content?.system ? systemFacts(content.system, formats) : [];
  const facts = groups.flatMap(({ title, facts: some }) =>
    some.map(({ name, value }) => [title.startsWith('GPU ') ? `${title}: ${name}` : name, value]),
  );
  return { kind: 'table', table: limitedTable(['machine', 'value'], facts, 60) };
}

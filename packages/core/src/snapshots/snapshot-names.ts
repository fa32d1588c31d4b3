import { legendName } from '../charts/legend-name.ts';
import { valueText } from '../charts/value-text.ts';
import type { Snapshot } from './view-payload.ts';

/**
 * Returns the names of a snapshot's experiments, formatted with the view's template. Duplicates get a key prefix, or
 * the full key if needed.
 */
export function experimentNames(snapshot: Snapshot, template: string | undefined): Map<string, string> {
  const named = new Map<string, string>();
  for (const { metadata, ...details } of snapshot.experiments) {
    const { experimentKey: key, experimentName } = metadata;
    const label = experimentName || key.slice(0, 9);
    named.set(key, template ? legendName(template, { key, label }, details, valueText) : label);
  }
  for (const key of Object.keys(snapshot.chart)) if (!named.has(key)) named.set(key, key.slice(0, 9));
  return withUniqueNames(
    withUniqueNames(named, (key) => key.slice(0, 9)),
    (key) => key,
  );
}

/** Appends a mark of the key to every duplicate name. */
function withUniqueNames(named: ReadonlyMap<string, string>, mark: (key: string) => string): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of named.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map([...named].map(([key, name]) => [key, uses.get(name)! > 1 ? `${name} (${mark(key)})` : name]));
}

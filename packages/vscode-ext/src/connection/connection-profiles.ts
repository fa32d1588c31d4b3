import { type ConnectionColor, connectionColors } from '@tracklens/core/client';
import * as vscode from 'vscode';
import { invalidEntries } from '../invalid-entries.ts';
import { readServiceUrl } from './service-url.ts';

/** Named connection to a service, as the user sees it. It contains no API key. */
export interface ConnectionProfile {
  /** `demo`, `local`, `environment`, or the URL of a service that the user signed in to. */
  readonly id: string;
  readonly name: string;
  readonly color: ConnectionColor;
}

/** Connection that is stored in the settings. */
export interface SavedConnection {
  readonly name: string;
  readonly url: string;
  readonly color: ConnectionColor;
}

const setting = 'service.connections';

/**
 * Reads the saved connections. Invalid entries and further ones with the same URL are ignored.
 *
 * @internal Exported for tests: tested without the settings of an editor.
 */
export function readSavedConnections(value: unknown): SavedConnection[] {
  const found = new Map<string, SavedConnection>();
  for (const entry of Array.isArray(value) ? value : []) {
    const { name, url, color } = (entry ?? {}) as Record<string, unknown>;
    const read = typeof url === 'string' ? readServiceUrl(url) : null;
    if (!read?.ok || found.has(read.url)) continue;
    const named = typeof name === 'string' && name.trim() !== '' ? name.trim() : new URL(read.url).host;
    found.set(read.url, { name: named, url: read.url, color: colorOf(color) ?? unusedColor([...found.values()]) });
  }
  return [...found.values()];
}

/** Returns the saved connections of the user. */
export function savedConnections(): SavedConnection[] {
  return readSavedConnections(vscode.workspace.getConfiguration('tracklens').get(setting));
}

/** Changes the saved connection of a URL, adds it, or removes it when `changes` is null. */
export async function saveConnection(url: string, changes: Partial<SavedConnection> | null): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('tracklens');
  const entries = configuration.get<unknown>(setting);
  const invalid = invalidEntries(entries, readSavedConnections);
  const next = [...withConnection(readSavedConnections(entries), url, changes), ...invalid];
  await configuration.update(setting, next.length > 0 ? next : undefined, vscode.ConfigurationTarget.Global);
}

/**
 * Returns the connections with the one of a URL changed, added or, for null, removed.
 *
 * @internal Exported for tests: tested without the settings of an editor.
 */
export function withConnection(
  saved: readonly SavedConnection[],
  url: string,
  changes: Partial<SavedConnection> | null,
): SavedConnection[] {
  if (changes === null) return saved.filter((one) => one.url !== url);
  const known = saved.some((one) => one.url === url);
  const added = { name: new URL(url).host, url, color: unusedColor(saved) };
  return (known ? [...saved] : [...saved, added]).map((one) => (one.url === url ? { ...one, ...changes, url } : one));
}

function colorOf(value: unknown): ConnectionColor | undefined {
  return connectionColors.find((color) => color === value);
}

/** Returns the first color that no connection has, or else the first of all. */
function unusedColor(saved: readonly SavedConnection[]): ConnectionColor {
  return connectionColors.find((color) => !saved.some((one) => one.color === color)) ?? connectionColors[0];
}

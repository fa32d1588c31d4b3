import type { WatchedRun } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';

/** Key of the watched experiments in the state of the workspace. */
const stateKey = 'tracklens.watchedRuns';

/** Returns the experiments of which this workspace waits for the end, as an earlier window has stored them. */
export function storedRuns({ workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>): WatchedRun[] {
  const stored = workspaceState.get<unknown>(stateKey);
  return Array.isArray(stored) ? stored.filter(isRun) : [];
}

/** Stores the experiments of which this workspace waits for the end. */
export async function storeRuns(
  { workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
  runs: readonly WatchedRun[],
): Promise<void> {
  await workspaceState.update(stateKey, runs.length === 0 ? undefined : runs);
}

function isRun(value: unknown): value is WatchedRun {
  if (typeof value !== 'object' || value === null || !('experimentKey' in value)) return false;
  const connection = 'connection' in value ? value.connection : undefined;
  return typeof value.experimentKey === 'string' && (connection === undefined || typeof connection === 'string');
}

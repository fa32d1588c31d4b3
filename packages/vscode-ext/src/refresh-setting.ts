import * as vscode from 'vscode';

/** Longest interval of the settings, in seconds. The shortest is one second. */
const maxSeconds = 3600;

/**
 * Returns the refresh interval that the user has set for trees or views, in milliseconds. The editor does not enforce
 * the limits of a setting: for a value that is too small or no number, returns the default.
 */
export function refreshMillis(setting: 'trees' | 'views', defaultSeconds: number): number {
  const seconds = Number(vscode.workspace.getConfiguration('tracklens').get(`${setting}.refreshSeconds`));
  return 1000 * (seconds >= 1 ? Math.min(seconds, maxSeconds) : defaultSeconds);
}

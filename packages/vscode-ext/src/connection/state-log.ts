import type * as vscode from 'vscode';
import type { ConnectionState } from './connection.ts';

/** Returns a listener that logs the states of a connection. Repeated attempts with the same result are logged once. */
export function stateLog(log: vscode.LogOutputChannel): (state: ConnectionState) => void {
  let last = '';
  return (state) => {
    if (state.kind === 'idle' || state.kind === 'connecting') return;
    const line = state.kind === 'connected' ? `Connected to ${state.url} (${state.source}).` : state.message;
    if (line === last) return;
    last = line;
    if (state.kind === 'connected') log.info(line);
    else log.warn(line);
  };
}

import type { API } from '@tracklens/core/browser';
import type { RendererContext } from 'vscode-notebook-renderer';
import { type FromOutput, readToOutput } from '../notebooks/output-messages.ts';

/** The way to the service for all outputs of a notebook; `null` while nobody answers. */
export interface OutputConnection {
  readonly api: API | null;
  /** Calls back when the connection comes or goes, until the answered function is called. */
  subscribe(listener: (api: API | null) => void): () => void;
}

/** Asks the extension host whether this notebook may read; without messaging there is never a connection. */
export function outputConnection(context: RendererContext<unknown>): OutputConnection {
  const listeners = new Set<(api: API | null) => void>();
  const bridgeListeners = new Set<(message: unknown) => void>();
  const say = (message: FromOutput) => context.postMessage?.(message);
  const post = (message: unknown) => say({ type: 'bridge', message });
  const listen = (listener: (message: unknown) => void) => {
    bridgeListeners.add(listener);
    return () => bridgeListeners.delete(listener);
  };
  let reader: Promise<API> | null = null;
  let live = false;
  let api: API | null = null;

  async function follow(): Promise<void> {
    reader ??= import('./live-reader.ts').then((module) => module.liveReader(post, listen));
    const next = live ? await reader : null;
    // The connection may have gone while the reader was loaded.
    if (next === api || live !== (next !== null)) return;
    api = next;
    for (const listener of listeners) listener(api);
  }

  context.onDidReceiveMessage?.((data: unknown) => {
    const message = readToOutput(data);
    if (message?.type === 'bridge') for (const listener of bridgeListeners) listener(message.message);
    if (message?.type !== 'connection' || message.live === live) return;
    live = message.live;
    void follow();
  });
  say({ type: 'hello' });

  return {
    get api() {
      return api;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

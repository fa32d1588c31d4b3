import { API } from '@tracklens/core/browser';
import { bridgeTransport } from '@tracklens/core/client';
import type { RendererContext } from 'vscode-notebook-renderer';
import { packBytes, unpackBytes } from '../notebooks/message-bytes.ts';
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
  const reader = new API({
    transport: bridgeTransport({
      post: (message) => say({ type: 'bridge', message: packBytes(message) }),
      listen: (listener) => {
        bridgeListeners.add(listener);
        return () => bridgeListeners.delete(listener);
      },
    }),
  });
  let api: API | null = null;

  context.onDidReceiveMessage?.((data: unknown) => {
    const message = readToOutput(data);
    if (message?.type === 'bridge') for (const listener of bridgeListeners) listener(unpackBytes(message.message));
    if (message?.type !== 'connection' || message.live === (api !== null)) return;
    api = message.live ? reader : null;
    for (const listener of listeners) listener(api);
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

import type { API } from '@tracklens/core/browser';
import type { SavedOnly } from '@tracklens/ui';
import type { RendererContext } from 'vscode-notebook-renderer';
import { type FromOutput, readToOutput } from '../notebooks/output-messages.ts';

/** Connection shared by all outputs of a notebook. */
export interface OutputConnection {
  /** Null while the service cannot be read. */
  readonly api: API | null;
  /** Message for outputs that may not read because of the user's configuration; null otherwise. */
  readonly savedOnly: SavedOnly | null;
  /** Calls `listener` when a property changes, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Asks the extension host whether this notebook may read. Without renderer messaging there is never a connection. */
export function outputConnection(context: RendererContext<unknown>): OutputConnection {
  const listeners = new Set<() => void>();
  const bridgeListeners = new Set<(message: unknown) => void>();
  const postToHost = (message: FromOutput) => context.postMessage?.(message);
  const post = (message: unknown) => postToHost({ type: 'bridge', message });
  const listen = (listener: (message: unknown) => void) => {
    bridgeListeners.add(listener);
    return () => bridgeListeners.delete(listener);
  };
  let reader: Promise<API> | null = null;
  let live = false;
  let why: 'restricted' | 'setting' | null = null;
  let api: API | null = null;
  let savedOnly: SavedOnly | null = null;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  async function follow(): Promise<void> {
    reader ??= import('./live-reader.ts').then((module) => module.liveReader(post, listen));
    const next = live ? await reader : null;
    // The connection may have been lost while the reader was loading.
    if (next === api || live !== (next !== null)) return;
    api = next;
    changed();
  }

  context.onDidReceiveMessage?.((data: unknown) => {
    const message = readToOutput(data);
    if (message?.type === 'bridge') for (const listener of bridgeListeners) listener(message.message);
    if (message?.type !== 'connection') return;
    const reason = message.reason ?? null;
    if (reason !== why) {
      why = reason;
      savedOnly = reason && savedOnlyBecause(reason, () => postToHost({ type: 'decide', reason }));
      changed();
    }
    if (message.live === live) return;
    live = message.live;
    void follow();
  });
  postToHost({ type: 'hello' });

  return {
    get api() {
      return api;
    },
    get savedOnly() {
      return savedOnly;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the message and action of an output that shows only its saved copy because of the user's configuration. */
function savedOnlyBecause(reason: 'restricted' | 'setting', run: () => void): SavedOnly {
  if (reason === 'restricted') {
    return {
      message: 'This workspace is in Restricted Mode, so outputs show the saved snapshot.',
      remedy: 'Trust the workspace to read it from the service.',
      action: { title: 'Manage Workspace Trust', run },
    };
  }
  return {
    message: 'Live outputs are turned off in the settings, so outputs show the saved snapshot.',
    remedy: 'Turn on the setting tracklens.notebooks.live to read it from the service.',
    action: { title: 'Open Settings', run },
  };
}

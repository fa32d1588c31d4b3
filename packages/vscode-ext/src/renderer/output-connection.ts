import type { API } from '@tracklens/core/browser';
import type { OfflineReason } from '@tracklens/ui';
import { emitter } from '@tracklens/ui/emitter';
import type { RendererContext } from 'vscode-notebook-renderer';
import { type FromOutput, type OfflineCause, readToOutput, type ToOutput } from '../notebooks/output-messages.ts';

/** Connection shared by all outputs of a notebook that one service has made. */
export interface OutputConnection {
  /** Null while the service cannot be read. */
  readonly api: API | null;
  /** Message for outputs that may not read; null for those that may, or could if the service were reachable. */
  readonly offlineReason: OfflineReason | null;
  /** Calls `listener` when a property changes, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/**
 * Returns the connections of a notebook's outputs, by the origin of the service that made them. The extension host
 * reports whether they may read. Without renderer messaging there is never a connection.
 */
export function outputConnections(
  context: RendererContext<unknown>,
): (service: string | undefined) => OutputConnection {
  const made = new Map<string | undefined, ReturnType<typeof outputConnection>>();
  const post = (message: FromOutput) => context.postMessage?.(message);
  context.onDidReceiveMessage?.((data: unknown) => {
    const message = readToOutput(data);
    if (message !== null && message.type !== 'saving') made.get(message.service)?.receive(message);
  });
  post({ type: 'hello' });
  return (service) => {
    const connection = made.get(service) ?? outputConnection(service, post);
    if (!made.has(service)) {
      made.set(service, connection);
      post({ type: 'follow', service });
    }
    return connection;
  };
}

function outputConnection(service: string | undefined, postToHost: (message: FromOutput) => void) {
  const changes = emitter();
  const bridgeMessages = emitter<unknown>();
  const post = (message: unknown) => postToHost({ type: 'bridge', message, service });
  let reader: Promise<API> | null = null;
  let live = false;
  let why: OfflineCause | null = null;
  let api: API | null = null;
  let offlineReason: OfflineReason | null = null;

  /** Loads the reader. Returns null if that fails; the next report of a connection tries it again. */
  async function loadReader(): Promise<API | null> {
    reader ??= import('./live-reader.ts').then((module) => module.liveReader(post, bridgeMessages.subscribe));
    const loading = reader;
    try {
      return await loading;
    } catch {
      if (reader === loading) {
        reader = null;
        live = false;
      }
      return null;
    }
  }

  async function follow(): Promise<void> {
    const next = live ? await loadReader() : null;
    // The connection may have been lost while the reader was loading.
    if (next === api || live !== (next !== null)) return;
    api = next;
    changes.emit();
  }

  function receive(message: Exclude<ToOutput, { type: 'saving' }>): void {
    if (message.type === 'bridge') {
      bridgeMessages.emit(message.message);
      return;
    }
    const reason = message.reason ?? null;
    if (reason !== why) {
      why = reason;
      offlineReason = reason && offlineReasonOf(reason, service, () => postToHost({ type: 'decide', reason, service }));
      changes.emit();
    }
    if (message.live === live) return;
    live = message.live;
    void follow();
  }

  return {
    get api() {
      return api;
    },
    get offlineReason() {
      return offlineReason;
    },
    subscribe: changes.subscribe,
    receive,
  };
}

/** Returns the message and action of an output that shows only its saved copy. */
function offlineReasonOf(cause: OfflineCause, service: string | undefined, run: () => void): OfflineReason {
  if (cause === 'otherService') {
    return {
      message: `This output is from ${URL.parse(service ?? '')?.host}, which is not connected.`,
      remedy: 'Sign in to that service to read its data.',
      action: { title: 'Sign In', run },
    };
  }
  if (cause === 'restricted') {
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

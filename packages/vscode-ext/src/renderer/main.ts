import { readViewPayload } from '@tracklens/core/display';
import type { ActivationFunction } from 'vscode-notebook-renderer';
import { outputConnections } from './output-connection.ts';
import { outputHost } from './output-host.ts';
import { drawProblem } from './problem.ts';

/**
 * Draws saved views in notebook outputs from the snapshot in the output. When the extension host reports a
 * connection, the view also reads from the service through it.
 */
export const activate: ActivationFunction = (context) => {
  const connectionTo = outputConnections(context);
  const hostOf = outputHost(context);
  const drawn = new Map<string, { dispose(): void }>();

  function dispose(id: string): void {
    drawn.get(id)?.dispose();
    drawn.delete(id);
  }

  return {
    async renderOutputItem(data, element, signal) {
      // The same output may be rendered again, so the previous view is disposed first.
      dispose(data.id);
      const read = readViewPayload(jsonOf(data));
      if (!read.ok) return drawProblem(element, read.problem);
      const [{ mountView }, { addStyle }] = await Promise.all([import('@tracklens/ui'), import('./output-style.ts')]);
      if (signal?.aborted) return;
      addStyle(element);
      const { payload } = read;
      const service = payload.url === undefined ? undefined : URL.parse(payload.url)?.origin;
      const connection = connectionTo(service);
      element.replaceChildren();
      const view = mountView(element.appendChild(document.createElement('div')), {
        payload,
        api: connection.api,
        offlineReason: connection.offlineReason,
        host: hostOf(service),
        layout: 'cell',
      });
      const unsubscribe = connection.subscribe(() => {
        const { api, offlineReason } = connection;
        view.update({ api, offlineReason });
      });
      drawn.set(data.id, {
        dispose() {
          unsubscribe();
          view.dispose();
        },
      });
    },
    disposeOutputItem(id) {
      for (const known of id === undefined ? [...drawn.keys()] : [id]) dispose(known);
    },
  };
};

/** Returns the JSON of an output, or undefined when it is invalid; `readViewPayload` then reports the problem. */
function jsonOf(data: { json(): unknown }): unknown {
  try {
    return data.json();
  } catch {
    return undefined;
  }
}

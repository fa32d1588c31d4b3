import type { HostManagement } from '@tracklens/core/display';
import { emitter } from '@tracklens/ui/emitter';
import type { ToHost, ToPage } from './panel-messages.ts';

/** Commands of the page of a panel. The extension host asks, confirms and makes the changes. */
export interface PanelManagement extends HostManagement {
  /** Handles a message from the host. */
  receive(message: Extract<ToPage, { type: 'managed' | 'experimentsChanged' }>): void;
}

/** Creates the commands of a page, which sends messages with `post`. */
export function panelManagement(post: (message: ToHost) => void): PanelManagement {
  const waiting = new Map<number, (changed: boolean) => void>();
  const changes = emitter<readonly string[]>();
  let lastId = 0;
  return {
    run(command, experimentKeys, text) {
      const id = ++lastId;
      const given = text === undefined ? {} : { text };
      post({ type: 'manage', id, command, experimentKeys: [...experimentKeys], ...given });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    subscribe: changes.subscribe,
    receive(message) {
      if (message.type === 'experimentsChanged') {
        changes.emit(message.experimentKeys);
        return;
      }
      waiting.get(message.id)?.(message.changed);
      waiting.delete(message.id);
    },
  };
}

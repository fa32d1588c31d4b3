import { caretDownIcon, type MenuSvg } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import { connectionIcon } from '../icons.ts';
import type { ServiceStatus } from '../service/service-status.ts';
import type { Tracklens } from '../tokens.ts';

/** Button in the sidebar that names the active connection and opens the menu of all connections. */
export class ConnectionBar extends Widget {
  readonly #tracklens: Tracklens;
  readonly #commands: CommandRegistry;
  #menu: MenuSvg | null = null;

  constructor(tracklens: Tracklens, commands: CommandRegistry) {
    super({ node: document.createElement('button') });
    this.#tracklens = tracklens;
    this.#commands = commands;
    this.addClass('jp-TracklensConnection');
    this.node.setAttribute('aria-haspopup', 'menu');
    this.node.addEventListener('click', () => void this.#openMenu());
    this.hide();
  }

  /** Shows the connection of a status; hidden without one. */
  showStatus(status: ServiceStatus): void {
    this.setHidden(!status.configured);
    if (!status.configured) return;
    const name = status.name ?? new URL(status.url).host;
    const label = document.createElement('span');
    label.textContent = name;
    this.node.replaceChildren(
      connectionIcon(status.color).element({ tag: 'span' }),
      label,
      caretDownIcon.element({ tag: 'span' }),
    );
    const { translate } = this.#tracklens;
    this.node.title = `${translate('Connection: %1', name)}\n${status.url}\n${translate('Click to switch or sign in.')}`;
    this.node.setAttribute('aria-label', translate('Connection: %1', name));
  }

  override dispose(): void {
    this.#menu?.dispose();
    super.dispose();
  }

  async #openMenu(): Promise<void> {
    const { connections, host } = this.#tracklens;
    try {
      const { connectionMenu } = await import('./connection-menu.ts');
      const menu = connectionMenu(this.#commands, await connections.list());
      this.#menu?.dispose();
      this.#menu = menu;
      menu.aboutToClose.connect(() => this.node.focus({ preventScroll: true }));
      const { left, bottom } = this.node.getBoundingClientRect();
      menu.open(left, bottom);
    } catch (error) {
      host.report({ message: reasonOf(error) });
    }
  }
}

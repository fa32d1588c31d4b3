import type { CommandRegistry } from '@lumino/commands';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import { commandIds } from '../command-ids.ts';
import { connectionIcon, tracklensIcon } from '../icons.ts';
import type { Tracklens } from '../tokens.ts';
import { whileDisabled } from '../while-disabled.ts';
import type { ConnectionList, NamedConnection } from './connection-list.ts';

/** Panel that lists the connections, with what can be done with each. */
export class ConnectionsPage extends Widget {
  readonly #tracklens: Tracklens;
  readonly #commands: CommandRegistry;
  readonly #unsubscribe: () => void;
  /** Why the connections could not be read, with a button that retries. */
  readonly #failure = document.createElement('div');
  /** Counts the reads and changes, so that the result of an outdated read is discarded. */
  #generation = 0;

  constructor(tracklens: Tracklens, commands: CommandRegistry) {
    super();
    this.#tracklens = tracklens;
    this.#commands = commands;
    this.id = 'tracklens-connections';
    this.addClass('jp-TracklensConnections');
    this.title.label = tracklens.translate('Connections');
    this.title.caption = tracklens.translate('Services that this JupyterLab is connected to');
    this.title.icon = tracklensIcon;
    this.title.closable = true;
    this.node.tabIndex = -1;
    this.#unsubscribe = tracklens.connections.onChange((list) => this.#draw(list));
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  protected override onCloseRequest(_message: Message): void {
    this.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    void this.#read();
  }

  protected override onAfterAttach(_message: Message): void {
    if (this.isVisible) void this.#read();
  }

  protected override onActivateRequest(_message: Message): void {
    this.node.focus();
  }

  async #read(): Promise<void> {
    if (this.isDisposed || !this.isVisible) return;
    const generation = ++this.#generation;
    try {
      const list = await this.#tracklens.connections.list();
      if (generation === this.#generation) this.#draw(list);
    } catch (error) {
      if (generation === this.#generation) this.#showFailure(reasonOf(error));
    }
  }

  /** Shows why the connections could not be read, above those that were read before. */
  #showFailure(reason: string): void {
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.textContent = reason;
    const retry = document.createElement('button');
    retry.className = 'jp-mod-styled';
    retry.textContent = this.#tracklens.translate('Retry');
    retry.addEventListener('click', () => void this.#read());
    const hadFocus = this.#failure.contains(document.activeElement);
    this.#failure.replaceChildren(line, retry);
    this.node.prepend(this.#failure);
    if (hadFocus) retry.focus();
  }

  #draw(list: ConnectionList): void {
    if (this.isDisposed) return;
    this.#generation++;
    const { translate } = this.#tracklens;
    const focused = this.node.contains(document.activeElement) ? document.activeElement!.id : null;
    const title = document.createElement('h2');
    title.textContent = translate('Connections');
    const text = document.createElement('p');
    text.textContent = translate(
      'The Jupyter server stores addresses and keys in a file that only you can read. New kernels and terminals find the active connection.',
    );
    const rows = document.createElement('ul');
    rows.append(...list.connections.map((one) => this.#row(one, one.id === list.active)));
    if (list.configured !== null) rows.append(this.#configuredRow(list.configured, list.active === null));
    if (rows.childElementCount === 0) {
      const none = document.createElement('li');
      none.textContent = translate('There is no connection yet.');
      rows.append(none);
    }
    const actions = document.createElement('div');
    actions.append(
      this.#button(translate('Sign In…'), commandIds.signIn),
      this.#button(translate('Start a Local Service…'), commandIds.startLocalService),
      this.#button(translate('Try with Demo Data'), commandIds.startDemo),
    );
    this.node.replaceChildren(title, text, rows, actions);
    if (focused === null) return;
    const button = focused === '' ? null : this.node.querySelector<HTMLElement>(`#${CSS.escape(focused)}`);
    (button ?? this.node).focus();
  }

  #row({ id, name, color, url, dataFolder, startedHere }: NamedConnection, isActive: boolean): HTMLElement {
    const { translate } = this.#tracklens;
    const isLocal = dataFolder !== undefined;
    const state = !isLocal
      ? url
      : url === ''
        ? translate('Not running; data in %1', dataFolder)
        : startedHere
          ? translate('Runs until this Jupyter server ends; data in %1', dataFolder)
          : translate('Started by another program; data in %1', dataFolder);
    const use = isActive ? [] : [this.#button(translate('Use'), commandIds.useConnection, id, name)];
    const buttons = [
      ...(url === '' ? [this.#button(translate('Start'), commandIds.startLocalService, id, name)] : use),
      ...(startedHere ? [this.#button(translate('Stop'), commandIds.stopLocalService, id, name)] : []),
      this.#button(translate('Edit…'), commandIds.editConnection, id, name),
      this.#button(isLocal ? translate('Remove…') : translate('Sign Out…'), commandIds.signOut, id, name),
    ];
    return this.#item({ name, color, state, isActive, buttons });
  }

  #configuredRow({ url, source }: NonNullable<ConnectionList['configured']>, isActive: boolean): HTMLElement {
    const { translate } = this.#tracklens;
    const name = new URL(url).host;
    const state = translate('%1, from %2', url, source);
    const use = this.#button(translate('Use'), commandIds.useConnection, null, name);
    return this.#item({ name, color: '', state, isActive, buttons: isActive ? [] : [use] });
  }

  #item(given: {
    readonly name: string;
    readonly color: string;
    readonly state: string;
    readonly isActive: boolean;
    readonly buttons: readonly HTMLElement[];
  }): HTMLElement {
    const item = document.createElement('li');
    const [name, state] = [document.createElement('strong'), document.createElement('span')];
    const buttons = document.createElement('div');
    buttons.append(...given.buttons);
    name.textContent = given.isActive ? this.#tracklens.translate('%1 (active)', given.name) : given.name;
    state.textContent = given.state;
    item.append(connectionIcon(given.color).element({ tag: 'span' }), name, state, buttons);
    return item;
  }

  #button(label: string, command: string, id?: string | null, name?: string): HTMLElement {
    const button = document.createElement('button');
    button.className = 'jp-mod-styled';
    button.id = `${this.id}-${command.split(':')[1]}-${id ?? ''}`;
    button.textContent = label;
    if (name !== undefined) button.setAttribute('aria-label', `${label} ${name}`);
    const execute = () => this.#commands.execute(command, id === undefined ? {} : { id });
    button.addEventListener('click', () => void whileDisabled([button], execute));
    return button;
  }
}

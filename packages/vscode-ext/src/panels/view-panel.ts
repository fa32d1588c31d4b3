import { serveBridge } from '@tracklens/core/client';
import {
  initialViewState,
  sameArrangement,
  shownTarget,
  type Target,
  targetIdentity,
  type ViewState,
} from '@tracklens/core/display';
import { emitter } from '@tracklens/ui/emitter';
import { countText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { showError } from '../messages.ts';
import { openRequested } from '../open-requested.ts';
import { showProblem } from '../problem-message.ts';
import { refreshMillis } from '../refresh-setting.ts';
import { HostSaves } from '../saving/host-saves.ts';
import type { Services } from '../services.ts';
import { sentences } from '../translate.ts';
import { connectedTransport } from './connected-transport.ts';
import { missingConnection, restoreConnection } from './missing-connection.ts';
import { NamedTitle } from './named-title.ts';
import { readToHost, type ToHost, type ToPage } from './panel-messages.ts';
import { loadPanelPage } from './panel-page.ts';
import { PersistentStorage } from './persistent-storage.ts';

/** Panel type registered with the editor, also used to restore panels. */
export const viewType = 'tracklens.view';

/** Maximum length of a text that a command of the page saves. */
const commandTextLimit = 200_000;

const tooLongText = () =>
  vscode.l10n.t(
    'A text of more than {0} characters cannot be saved from a table. Use “Edit Notes…” in the menu of the row.',
    countText(commandTextLimit),
  );

/** Webview panel of one view. The page draws the view and reads all data through the host side of the bridge. */
export class ViewPanel {
  readonly #panel: vscode.WebviewPanel;
  /** Page of the panel. A closed panel throws when asked for it; the page itself drops messages then. */
  readonly #webview: vscode.Webview;
  readonly #services: Services;
  readonly #toBridge = emitter<unknown>();
  readonly #storage: PersistentStorage;
  readonly #saves = new HostSaves((message) => this.#post({ type: 'saving', message }));
  readonly #title: NamedTitle;
  readonly #disposables: vscode.Disposable[] = [];
  #target: Target;
  #state: ViewState;
  #shown: Target;
  #stopBridge: () => void = () => {};

  constructor(panel: vscode.WebviewPanel, target: Target, state: ViewState, services: Services) {
    this.#panel = panel;
    this.#webview = panel.webview;
    this.#target = target;
    this.#state = state;
    // A view without user changes shows the tab that the target names.
    const isUntouched = state.view === undefined && sameArrangement(state, initialViewState);
    this.#shown = isUntouched ? target : shownTarget(target, state);
    this.#services = services;
    this.#storage = new PersistentStorage(services.context.globalState);
    this.#title = new NamedTitle(panel, services);
    const icon = (theme: string) => vscode.Uri.joinPath(services.context.extensionUri, 'media', `panel-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    this.#disposables.push(
      new vscode.Disposable(() => this.#stopBridge()),
      this.#saves,
      this.#title,
      services.changes.event((experimentKeys) => {
        this.#post({ type: 'experimentsChanged', experimentKeys: [...experimentKeys] });
        this.#name();
      }),
      this.#webview.onDidReceiveMessage((message: unknown) => {
        const read = readToHost(message);
        if (read) this.#receive(read);
      }),
    );
    panel.onDidDispose(() => {
      for (const disposable of this.#disposables) disposable.dispose();
    });
    loadPanelPage(this.#webview, services.context.extensionUri);
    this.#name();
    const unsubscribe = services.connection.subscribe((change) => {
      if (change.kind === 'connected') this.reload();
    });
    let shown = JSON.stringify(missingConnection(services));
    const unsubscribeList = services.connections.subscribe(() => {
      this.#title.update();
      const missing = missingConnection(services);
      const isOther = JSON.stringify(missing) !== shown;
      shown = JSON.stringify(missing);
      if (isOther) this.#post({ type: 'connectionChanged', missing });
    });
    this.#disposables.push(new vscode.Disposable(unsubscribe), new vscode.Disposable(unsubscribeList));
  }

  /** Id of the connection that the panel reads from. */
  get connectionId(): string {
    return this.#services.connectionId;
  }

  get target(): Target {
    return this.#target;
  }

  /** Target with the tab or named view that the user navigated to. */
  get shown(): Target {
    return this.#shown;
  }

  get state(): ViewState {
    return this.#state;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get onDidChangeViewState(): vscode.Event<unknown> {
    return this.#panel.onDidChangeViewState;
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#panel.onDidDispose;
  }

  /**
   * Reveals the panel, in `column` if given. `state` is merged into the current view state; a target with a tab
   * switches to that tab, one with a named view to that view.
   */
  show(
    target: Target,
    { activate, column }: { readonly activate: boolean; readonly column?: vscode.ViewColumn },
    state?: ViewState,
  ): void {
    this.#panel.reveal(column, !activate);
    const tab = target.kind === 'experiment' ? target.tab : undefined;
    const namesView = target.kind === 'project' && target.viewId !== undefined;
    const isOtherView = namesView && targetIdentity(target) !== targetIdentity(this.#shown);
    if (state === undefined && tab === undefined && !isOtherView) return;
    if (tab !== undefined) this.#target = target;
    // The page applies the named view of a target to a state without an arrangement.
    const before = isOtherView ? initialViewState : this.#state;
    this.#arrange({ ...before, ...state, ...(tab === undefined ? {} : { tab }) });
    this.reload();
  }

  /** Shows another target, arranged as the current one, without the selection of its rows. */
  replace(target: Target): void {
    this.#target = target;
    this.#title.reset();
    this.#arrange({ ...this.#state, selection: undefined, view: undefined });
    this.reload();
  }

  /** Shows a name of the target as the title until the current one is read. */
  showName(name: string): void {
    this.#title.showName(name);
  }

  /** Reloads the view with its current state, for example because the service has changed. */
  reload(): void {
    const pollMillis = refreshMillis('views', 5);
    const { language } = vscode.env;
    const { connectionId: connection, connections } = this.#services;
    const storageKey = connections.storageKey(connection);
    const shown = { target: this.#target, state: this.#state, connection, storageKey };
    const missing = missingConnection(this.#services);
    this.#post({ type: 'show', ...shown, missing, pollMillis, strings: sentences(), language });
    this.#name();
  }

  #receive(message: ToHost): void {
    switch (message.type) {
      case 'ready':
        this.#serveBridge();
        this.#saves.restart();
        this.reload();
        return;
      case 'bridge':
        this.#toBridge.emit(message.message);
        return;
      case 'stateChanged':
        this.#arrange(message.state);
        return;
      case 'saving':
        this.#saves.receive(message.message);
        return;
      case 'readStored':
      case 'store':
        void this.#storage.respond(message).then((response) => this.#post(response));
        return;
      case 'manage':
        void this.#manage(message);
        return;
      case 'open':
      case 'openExternal':
        void openRequested(message, this.#services);
        return;
      case 'restoreConnection':
        void this.#restoreConnection();
        return;
      case 'report':
        this.#services.log.warn(message.message);
        void showError([message.message, message.remedy].filter(Boolean).join(' '));
        return;
    }
  }

  /** Serves the requests of the page that has just started, and ends those of the page before it. */
  #serveBridge(): void {
    this.#stopBridge();
    const port = {
      post: (message: unknown) => this.#post({ type: 'bridge', message }),
      listen: this.#toBridge.subscribe,
    };
    this.#stopBridge = serveBridge(port, connectedTransport(this.#services.connection), { allow: 'display' });
  }

  async #manage({ id, command, experimentKeys, text }: Extract<ToHost, { type: 'manage' }>): Promise<void> {
    let changed = false;
    try {
      if (text !== undefined && text.length > commandTextLimit) throw new Error(tooLongText());
      const { changeExperiments } = await import('../manage/management.ts');
      changed = await changeExperiments(this.#services, command, experimentKeys, text);
    } catch (error) {
      void showProblem(error, this.#services.log);
    }
    this.#post({ type: 'managed', id, changed });
  }

  async #restoreConnection(): Promise<void> {
    try {
      await restoreConnection(this.#services);
    } catch (error) {
      void showProblem(error, this.#services.log);
    }
  }

  #arrange(state: ViewState): void {
    this.#state = state;
    this.#shown = shownTarget(this.#target, state);
  }

  #post(message: ToPage): void {
    void this.#webview.postMessage(message);
  }

  #name(): void {
    void this.#title.show(this.#target);
  }
}

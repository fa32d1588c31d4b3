import { RestApiException, serveBridge, type Transport } from '@tracklens/core/client';
import { emitter } from '@tracklens/ui/emitter';
import * as vscode from 'vscode';
import { openRequested } from '../open-requested.ts';
import { connectedTransport } from '../panels/connected-transport.ts';
import { showProblem } from '../problem-message.ts';
import { HostSaves } from '../saving/host-saves.ts';
import type { Services } from '../services.ts';
import { packBytes, unpackBytes } from './message-bytes.ts';
import { OutputConnections } from './output-connections.ts';
import { type FromOutput, type OfflineCause, readFromOutput, type ToOutput } from './output-messages.ts';

/** Requests of the outputs of one service. */
interface OutputBridge {
  receive(message: unknown): void;
  stop(): void;
}

/** Outputs of one notebook, by the service that made them. */
interface NotebookOutputs {
  readonly saves: HostSaves;
  readonly bridges: Map<string | undefined, OutputBridge>;
}

/**
 * Handles messages of the notebook renderer. Service requests are read-only, and are made only in a trusted workspace
 * with live outputs enabled and a connection to the service that made the output. Otherwise the renderer draws the
 * saved snapshot, which does not depend on this class.
 */
export class OutputRequests implements vscode.Disposable {
  readonly #messaging: vscode.NotebookRendererMessaging;
  readonly #services: Services;
  readonly #connections: OutputConnections;
  readonly #notebooks = new Map<vscode.NotebookEditor, NotebookOutputs>();
  readonly #disposables: vscode.Disposable[];

  constructor(messaging: vscode.NotebookRendererMessaging, services: Services) {
    this.#messaging = messaging;
    this.#services = services;
    this.#connections = new OutputConnections(services);
    const unsubscribe = services.connections.subscribe(() => this.#announceAll());
    this.#disposables = [
      new vscode.Disposable(unsubscribe),
      // The renderer of a hidden notebook goes on: its reads and files arrive, and it has to know of a connection.
      vscode.workspace.onDidCloseNotebookDocument((closed) => this.#forgetAll(({ notebook }) => notebook === closed)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#greetAll()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('tracklens.notebooks.live')) this.#greetAll();
      }),
    ];
  }

  /** Handles one message of a notebook's outputs; invalid messages are dropped. */
  receive(editor: vscode.NotebookEditor, message: unknown): void {
    const read = readFromOutput(message);
    switch (read?.type) {
      case 'hello':
        this.#forget(editor);
        return;
      case 'follow':
        this.#bridgeOf(editor, read.service);
        void this.#greet(editor, read.service);
        return;
      case 'bridge':
        if (mayRead()) this.#bridgeOf(editor, read.service).receive(read.message);
        return;
      case 'saving':
        this.#outputsOf(editor).saves.receive(unpackBytes(read.message));
        return;
      case 'open':
        void this.#open(read);
        return;
      case 'openExternal':
        void openRequested(read, this.#connections.servicesOf(read.service) ?? this.#services);
        return;
      case 'decide':
        if (read.reason === 'otherService') void this.#signIn(read.service);
        else if (read.reason === 'restricted') void vscode.commands.executeCommand('workbench.trust.manage');
        else void vscode.commands.executeCommand('workbench.action.openSettings', liveSetting);
        return;
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#forgetAll(() => true);
  }

  async #greet(editor: vscode.NotebookEditor, service: string | undefined): Promise<void> {
    // An output that may not read makes no request, not even to check whether the service responds.
    if (mayRead()) await this.#connections.connect(service);
    this.#announce(editor, service);
  }

  #greetAll(): void {
    for (const [editor, { bridges }] of this.#notebooks) {
      for (const service of bridges.keys()) void this.#greet(editor, service);
    }
  }

  #announceAll(): void {
    for (const [editor, { bridges }] of this.#notebooks) {
      for (const service of bridges.keys()) this.#announce(editor, service);
    }
  }

  #announce(editor: vscode.NotebookEditor, service: string | undefined): void {
    const connected = this.#connections.isConnected(service);
    const permitted = mayRead();
    // What the outputs show stays until the attempt has ended.
    if (permitted && connected === null) return;
    const reason = whyNot() ?? (this.#connections.idOf(service) === null ? 'otherService' : null);
    const live = permitted && connected === true;
    this.#post({ type: 'connection', live, service, ...(reason === null ? {} : { reason }) }, editor);
  }

  /** Opens a target in a panel of the service that made the output. Without a connection to it, offers to sign in. */
  async #open(request: Extract<FromOutput, { type: 'open' }>): Promise<void> {
    const { service } = request;
    if (this.#connections.idOf(service) === null) await this.#signIn(service);
    const services = this.#connections.servicesOf(service);
    if (services !== null) await openRequested(request, services);
  }

  async #signIn(service: string | undefined): Promise<void> {
    try {
      const { signIn } = await import('../connection/sign-in.ts');
      await signIn(this.#services, service);
    } catch (error) {
      void showProblem(error, this.#services.log);
    }
  }

  #post(message: ToOutput, editor: vscode.NotebookEditor): void {
    void this.#messaging.postMessage(message, editor);
  }

  #outputsOf(editor: vscode.NotebookEditor): NotebookOutputs {
    const known = this.#notebooks.get(editor);
    if (known) return known;
    const saves = new HostSaves((message) => this.#post({ type: 'saving', message }, editor));
    const made: NotebookOutputs = { saves, bridges: new Map() };
    this.#notebooks.set(editor, made);
    return made;
  }

  #bridgeOf(editor: vscode.NotebookEditor, service: string | undefined): OutputBridge {
    const { bridges } = this.#outputsOf(editor);
    const known = bridges.get(service);
    if (known) return known;
    const messages = emitter<unknown>();
    const stop = serveBridge(
      {
        post: (message) => this.#post({ type: 'bridge', message: packBytes(message), service }, editor),
        listen: messages.subscribe,
      },
      this.#transportTo(service),
      { allow: 'read' },
    );
    const made: OutputBridge = {
      receive: (message) => messages.emit(unpackBytes(message)),
      stop,
    };
    bridges.set(service, made);
    return made;
  }

  #transportTo(service: string | undefined): Transport {
    return {
      send: async (request, signal) => {
        const services = this.#connections.servicesOf(service);
        if (services !== null) return connectedTransport(services.connection).send(request, signal);
        throw RestApiException.of({ code: 'unreachable', reason: `there is no connection to ${service}` });
      },
    };
  }

  #forgetAll(isMeant: (editor: vscode.NotebookEditor) => boolean): void {
    for (const editor of [...this.#notebooks.keys()].filter(isMeant)) this.#forget(editor);
  }

  #forget(editor: vscode.NotebookEditor): void {
    const outputs = this.#notebooks.get(editor);
    for (const { stop } of outputs?.bridges.values() ?? []) stop();
    outputs?.saves.dispose();
    this.#notebooks.delete(editor);
  }
}

/** Whether outputs may read from the service: the workspace is trusted and the setting for live outputs is on. */
function mayRead(): boolean {
  return whyNot() === null;
}

/** Returns the reason why outputs may not read from the service; null when they may. */
function whyNot(): OfflineCause | null {
  if (!vscode.workspace.isTrusted) return 'restricted';
  return vscode.workspace.getConfiguration().get(liveSetting, true) ? null : 'setting';
}

const liveSetting = 'tracklens.notebooks.live';

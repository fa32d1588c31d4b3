import { serveBridge } from '@tracklens/core/client';
import * as vscode from 'vscode';
import { openRequested } from '../open-requested.ts';
import { connectedTransport } from '../panels/connected-transport.ts';
import { HostSaves } from '../saving/host-saves.ts';
import type { Services } from '../services.ts';
import { packBytes, unpackBytes } from './message-bytes.ts';
import { readFromOutput, type ToOutput } from './output-messages.ts';

interface OutputBridge {
  readonly saves: HostSaves;
  receive(message: unknown): void;
  stop(): void;
}

/**
 * Handles messages of the notebook renderer. Service requests are read-only, and are made only in a trusted workspace
 * with live outputs enabled and a configured service. Otherwise the renderer draws the saved snapshot, which does not
 * depend on this class.
 */
export class OutputRequests implements vscode.Disposable {
  readonly #messaging: vscode.NotebookRendererMessaging;
  readonly #services: Services;
  readonly #bridges = new Map<vscode.NotebookEditor, OutputBridge>();
  readonly #disposables: vscode.Disposable[];

  constructor(messaging: vscode.NotebookRendererMessaging, services: Services) {
    this.#messaging = messaging;
    this.#services = services;
    const unsubscribe = services.connection.subscribe((state) => {
      if (state.kind !== 'connecting') this.#announceAll();
    });
    this.#disposables = [
      new vscode.Disposable(unsubscribe),
      vscode.window.onDidChangeVisibleNotebookEditors((visible) => this.#forgetAllBut(visible)),
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
        // Ends the requests of the outputs before these.
        this.#forget(editor);
        this.#bridgeOf(editor);
        void this.#greet(editor);
        return;
      case 'bridge':
        if (mayRead()) this.#bridgeOf(editor).receive(read.message);
        return;
      case 'saving':
        this.#bridgeOf(editor).saves.receive(unpackBytes(read.message));
        return;
      case 'open':
      case 'openExternal':
        void openRequested(read, this.#services);
        return;
      case 'decide':
        if (read.reason === 'restricted') void vscode.commands.executeCommand('workbench.trust.manage');
        else void vscode.commands.executeCommand('workbench.action.openSettings', liveSetting);
        return;
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#forgetAllBut([]);
  }

  async #greet(editor: vscode.NotebookEditor): Promise<void> {
    // An output that may not read makes no request, not even to check whether the service responds.
    if (mayRead()) await this.#services.connection.client().catch(() => {});
    this.#announce(editor);
  }

  #greetAll(): void {
    for (const editor of this.#bridges.keys()) void this.#greet(editor);
  }

  #announceAll(): void {
    for (const editor of this.#bridges.keys()) this.#announce(editor);
  }

  #announce(editor: vscode.NotebookEditor): void {
    const live = mayRead() && this.#services.connection.state.kind === 'connected';
    const reason = whyNot();
    this.#post({ type: 'connection', live, ...(reason === null ? {} : { reason }) }, editor);
  }

  #post(message: ToOutput, editor: vscode.NotebookEditor): void {
    void this.#messaging.postMessage(message, editor);
  }

  #bridgeOf(editor: vscode.NotebookEditor): OutputBridge {
    const known = this.#bridges.get(editor);
    if (known) return known;
    const listeners = new Set<(message: unknown) => void>();
    const stop = serveBridge(
      {
        post: (message) => this.#post({ type: 'bridge', message: packBytes(message) }, editor),
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      connectedTransport(this.#services.connection),
      { allow: 'read' },
    );
    const saves = new HostSaves((message) => this.#post({ type: 'saving', message }, editor));
    const made: OutputBridge = {
      saves,
      receive: (message) => {
        for (const listener of listeners) listener(unpackBytes(message));
      },
      stop() {
        stop();
        saves.dispose();
      },
    };
    this.#bridges.set(editor, made);
    return made;
  }

  #forgetAllBut(editors: readonly vscode.NotebookEditor[]): void {
    for (const editor of [...this.#bridges.keys()]) {
      if (!editors.includes(editor)) this.#forget(editor);
    }
  }

  #forget(editor: vscode.NotebookEditor): void {
    this.#bridges.get(editor)?.stop();
    this.#bridges.delete(editor);
  }
}

/** Whether outputs may read from the service: the workspace is trusted and the setting for live outputs is on. */
function mayRead(): boolean {
  return whyNot() === null;
}

/** Returns the reason why outputs may not read from the service; null when they may. */
function whyNot(): 'restricted' | 'setting' | null {
  if (!vscode.workspace.isTrusted) return 'restricted';
  return vscode.workspace.getConfiguration().get(liveSetting, true) ? null : 'setting';
}

const liveSetting = 'tracklens.notebooks.live';

import * as vscode from 'vscode';
import { openRequested } from '../open-requested.ts';
import { readToHost, type ToPage } from '../panels/panel-messages.ts';
import { loadPanelPage } from '../panels/panel-page.ts';
import { HostSaves } from '../saving/host-saves.ts';
import type { Services } from '../services.ts';
import { sentences } from '../translate.ts';
import { readRecordingFile } from './read-recording-file.ts';
import type { Recording } from './recording-file.ts';
import { drawProblem, drawSummary } from './recording-summary.ts';
import { servicesOfView } from './saved-view-services.ts';

/** Draws a recording in an editor, and again when its file has changed on disk. */
export async function drawRecording(uri: vscode.Uri, panel: vscode.WebviewPanel, services: Services): Promise<void> {
  const editor = new RecordingEditor(uri, panel, services);
  await editor.draw();
}

/**
 * Webview of one recording, drawn from its snapshot. The page has no access to a service; *Open Live View* opens a
 * panel that reads from it.
 */
class RecordingEditor {
  readonly #uri: vscode.Uri;
  readonly #webview: vscode.Webview;
  readonly #services: Services;
  readonly #saves = new HostSaves((message) => this.#post({ type: 'saving', message }));
  /** Saved view that the page shows; null while the webview has another page. */
  #recording: Recording | null = null;
  /** Number of the last read: an earlier one that ends later is not drawn. */
  #reads = 0;

  constructor(uri: vscode.Uri, panel: vscode.WebviewPanel, services: Services) {
    this.#uri = uri;
    this.#webview = panel.webview;
    this.#services = services;
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    const watcher = vscode.workspace.createFileSystemWatcher(
      // Braces and brackets in a name are no pattern.
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name.replaceAll(/[*?{}[\]]/g, '?')),
    );
    const draw = (changed: vscode.Uri) => void (changed.path === uri.path && this.draw());
    const used = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      watcher,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.draw()),
      watcher.onDidChange(draw),
      watcher.onDidCreate(draw),
      this.#saves,
    );
    panel.onDidDispose(() => {
      this.#reads++;
      used.dispose();
    });
  }

  /** Reads the file and shows it. A view that was saved again keeps the arrangement of the user. */
  async draw(): Promise<void> {
    const read = ++this.#reads;
    const file = await readRecordingFile(this.#uri);
    if (read !== this.#reads) return;
    const isLoaded = this.#recording !== null;
    this.#recording = 'recording' in file ? file.recording : null;
    if (!file.ok) drawProblem(this.#webview, file.problem);
    else if ('experiments' in file) drawSummary(this.#webview, this.#uri, file.experiments);
    else if (isLoaded) this.#show();
    else loadPanelPage(this.#webview, this.#services.context.extensionUri);
  }

  #receive(given: unknown): void {
    const message = readToHost(given);
    switch (message?.type) {
      case 'ready':
        this.#saves.restart();
        this.#show();
        return;
      case 'saving':
        this.#saves.receive(message.message);
        return;
      case 'open':
      case 'openExternal':
        void openRequested(message, servicesOfView(this.#recording ?? {}, this.#services));
        return;
    }
  }

  #show(): void {
    if (this.#recording === null) return;
    this.#post({
      type: 'showRecording',
      payload: this.#recording,
      strings: sentences(),
      language: vscode.env.language,
    });
  }

  #post(message: ToPage): void {
    void this.#webview.postMessage(message);
  }
}

import { reasonOf } from '@tracklens/core/client';
import * as vscode from 'vscode';
import { openRequested } from '../open-requested.ts';
import { escapeHtml } from '../panels/panel-html.ts';
import { readToHost, type ToPage } from '../panels/panel-messages.ts';
import { loadPanelPage } from '../panels/panel-page.ts';
import { HostSaves } from '../saving/host-saves.ts';
import type { Services } from '../services.ts';
import { sentences } from '../translate.ts';
import {
  largestRecordingBytes,
  type ReadRecording,
  type Recording,
  readRecording,
  tooLargeRecording,
} from './recording-file.ts';

/** Draws a recording in an editor, and again when its file has changed on disk. */
export async function drawRecording(uri: vscode.Uri, panel: vscode.WebviewPanel, services: Services): Promise<void> {
  const editor = new RecordingEditor(uri, panel, services);
  await editor.draw();
}

async function readFile(uri: vscode.Uri): Promise<ReadRecording> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestRecordingBytes) return { ok: false, problem: tooLargeRecording() };
    return readRecording(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    return { ok: false, problem: vscode.l10n.t('The file cannot be read: {0}', reasonOf(error)) };
  }
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
    const file = await readFile(this.#uri);
    if (read !== this.#reads) return;
    const isLoaded = this.#recording !== null;
    this.#recording = file.ok ? file.recording : null;
    if (!file.ok) drawProblem(this.#webview, file.problem);
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
        void openRequested(message, this.#services);
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

/** Command of the editor that shows the active file as text. */
const reopenAsText = 'workbench.action.reopenTextEditor';

/** Shows why a file cannot be drawn, with a link that opens it as text. The page has no scripts. */
function drawProblem(webview: vscode.Webview, problem: string): void {
  webview.options = { enableCommandUris: [reopenAsText], localResourceRoots: [] };
  webview.html = `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Tracklens</title>
</head>
<body>
<p role="alert" data-tracklens="problem">${escapeHtml(problem)}</p>
<p><a href="command:${reopenAsText}">${escapeHtml(vscode.l10n.t('Reopen as Text'))}</a></p>
</body>
</html>`;
}

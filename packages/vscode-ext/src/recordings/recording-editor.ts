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

/**
 * Draws a recording in an editor from its snapshot. No request is sent; *Open Live View* opens a panel that reads from
 * the service.
 */
export async function drawRecording(uri: vscode.Uri, panel: vscode.WebviewPanel, services: Services): Promise<void> {
  const read = await readFile(uri);
  if (read.ok) new RecordingEditor(panel, read.recording, services);
  else drawProblem(panel.webview, read.problem);
}

async function readFile(uri: vscode.Uri): Promise<ReadRecording> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestRecordingBytes) return { ok: false, problem: tooLargeRecording(size) };
    return readRecording(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    return { ok: false, problem: vscode.l10n.t('The file cannot be read: {0}', reasonOf(error)) };
  }
}

/** Webview of one recording. The page has no access to a service. */
class RecordingEditor {
  readonly #webview: vscode.Webview;
  readonly #recording: Recording;
  readonly #services: Services;
  readonly #saves = new HostSaves((message) => this.#post({ type: 'saving', message }));

  constructor(panel: vscode.WebviewPanel, recording: Recording, services: Services) {
    this.#webview = panel.webview;
    this.#recording = recording;
    this.#services = services;
    const messages = panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => vscode.Disposable.from(messages, this.#saves).dispose());
    loadPanelPage(panel.webview, services.context.extensionUri);
  }

  #receive(given: unknown): void {
    const message = readToHost(given);
    switch (message?.type) {
      case 'ready':
        this.#saves.restart();
        this.#post({
          type: 'showRecording',
          payload: this.#recording,
          strings: sentences(),
          language: vscode.env.language,
        });
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

import * as vscode from 'vscode';
import { textLanguage } from '../translate.ts';
import { panelHtml } from './panel-html.ts';

/** Loads the page that draws views into a webview. */
export function loadPanelPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const files = vscode.Uri.joinPath(extensionUri, 'dist', 'page');
  webview.options = { enableScripts: true, localResourceRoots: [files] };
  webview.html = panelHtml({
    language: textLanguage(),
    cspSource: webview.cspSource,
    scriptUrl: webview.asWebviewUri(vscode.Uri.joinPath(files, 'webview.js')).toString(),
    styleUrl: webview.asWebviewUri(vscode.Uri.joinPath(files, 'webview.css')).toString(),
    nonce: crypto.randomUUID(),
  });
}

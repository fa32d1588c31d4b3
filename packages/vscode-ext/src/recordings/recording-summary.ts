import { countText, sizeText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { escapeHtml } from '../panels/panel-html.ts';
import { nameOf } from '../saving/save-dialog.ts';
import { textLanguage } from '../translate.ts';
import type { ExperimentFile } from './read-recording-file.ts';

/** Command of the editor that shows the active file as text. */
const reopenAsText = 'workbench.action.reopenTextEditor';

/** Command of the editor that asks whether the workspace is trusted. */
export const manageTrust = 'workbench.trust.manage';

const openRecording = 'tracklens.openRecording';

/** Returns why a recording cannot be opened in Restricted Mode. */
export const restrictedText = (): string =>
  vscode.l10n.t('This workspace is in Restricted Mode. Trust it to open the recording, which starts a local service.');

/** Shows why a file cannot be drawn, with a link that opens it as text. */
export function drawProblem(webview: vscode.Webview, problem: string): void {
  const link = linkTo(reopenAsText, vscode.l10n.t('Reopen as Text'));
  drawPage(webview, `<p role="alert" data-tracklens="problem">${escapeHtml(problem)}</p>\n<p>${link}</p>`);
}

/** Shows what a recording of experiments contains, with a button that opens it. */
export function drawSummary(webview: vscode.Webview, uri: vscode.Uri, file: ExperimentFile): void {
  const { workspace, projectName, experimentCount, recordedAtMillis, bytes, textBytes } = file;
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' });
  const facts = [
    projectName === undefined
      ? [vscode.l10n.t('Workspace'), workspace]
      : [vscode.l10n.t('Project'), `${workspace}/${projectName}`],
    [vscode.l10n.t('Experiments'), countText(experimentCount)],
    ...(recordedAtMillis === undefined ? [] : [[vscode.l10n.t('Recorded'), date.format(recordedAtMillis)]]),
    [vscode.l10n.t('Size'), vscode.l10n.t('{0}, unpacked {1}', sizeText(bytes.byteLength), sizeText(textBytes))],
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const { scheme, authority, path, query } = uri;
  const open = linkTo(openRecording, vscode.l10n.t('Open Recording'), [{ scheme, authority, path, query }]);
  const effect = vscode.l10n.t('A local service of its own loads the experiments; nothing leaves this machine.');
  const action = vscode.workspace.isTrusted
    ? `<p>${escapeHtml(effect)}</p>\n<p>${open}</p>`
    : `<p>${escapeHtml(restrictedText())}</p>\n<p>${linkTo(manageTrust, vscode.l10n.t('Manage Workspace Trust'))}</p>`;
  drawPage(
    webview,
    `<main data-tracklens="experiments">
<h1>${escapeHtml(nameOf(uri))}</h1>
<p>${escapeHtml(vscode.l10n.t('Recording of experiments'))}</p>
<dl>${facts.join('\n')}</dl>
${action}
</main>`,
  );
}

/** Returns a link that runs a command and looks like a button of the editor. */
function linkTo(command: string, title: string, given?: readonly unknown[]): string {
  const query = given === undefined ? '' : `?${encodeURIComponent(JSON.stringify(given))}`;
  return `<a href="${escapeHtml(`command:${command}${query}`)}">${escapeHtml(title)}</a>`;
}

/** Colors and fonts of the editor. */
const style = `
body { padding: 20px 24px; max-inline-size: 640px; font-size: var(--vscode-font-size); line-height: 1.5; }
h1 { margin: 0; font-size: 1.6em; font-weight: 600; overflow-wrap: anywhere; }
h1 + p { margin-block-start: 2px; color: var(--vscode-descriptionForeground); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin-block: 16px; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; overflow-wrap: anywhere; }
main a {
  display: inline-block; padding: 4px 14px; border: 1px solid var(--vscode-button-border, transparent); border-radius: 2px;
  background: var(--vscode-button-background); color: var(--vscode-button-foreground); text-decoration: none;
}
main a:hover { background: var(--vscode-button-hoverBackground); color: var(--vscode-button-foreground); }
main a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
`;

/** Shows a page without scripts, which may run the commands that it links to. */
function drawPage(webview: vscode.Webview, content: string): void {
  const nonce = crypto.randomUUID();
  webview.options = { enableCommandUris: [reopenAsText, manageTrust, openRecording], localResourceRoots: [] };
  webview.html = `<!DOCTYPE html>
<html lang="${escapeHtml(textLanguage())}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>Tracklens</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${content}
</body>
</html>`;
}

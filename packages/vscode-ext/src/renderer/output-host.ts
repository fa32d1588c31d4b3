import type { Host } from '@tracklens/core/display';
import type { RendererContext } from 'vscode-notebook-renderer';
import { packBytes } from '../notebooks/message-bytes.ts';
import { type FromOutput, readToOutput } from '../notebooks/output-messages.ts';
import { pageSaves } from '../saving/page-saves.ts';
import { bodyTheme } from '../webview/body-theme.ts';

/**
 * Returns the host of notebook outputs, by the origin of the service that made them. The extension host opens panels in
 * the editor and saves files.
 */
export function outputHost(context: RendererContext<unknown>): (service: string | undefined) => Host {
  const post = (message: FromOutput) => context.postMessage?.(message);
  const saves = pageSaves((message) => post({ type: 'saving', message: packBytes(message) }));
  context.onDidReceiveMessage?.((data: unknown) => {
    const message = readToOutput(data);
    if (message?.type === 'saving') saves.receive(message.message);
  });
  const theme = bodyTheme(document.body);
  return (service) => ({
    readOnly: true,
    open: (target, options) => post({ type: 'open', target, ...options, service }),
    openExternal: (url) => post({ type: 'openExternal', url, service }),
    // The view shows its errors itself.
    report: () => {},
    // Without renderer messaging, the page downloads the file itself, if the editor permits it.
    ...(context.postMessage ? { save: (fileName, bytes) => saves.save(fileName, bytes) } : {}),
    theme,
  });
}

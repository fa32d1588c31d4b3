import type { Host } from '@tracklens/core/display';
import type { RendererContext } from 'vscode-notebook-renderer';
import type { FromOutput } from '../notebooks/output-messages.ts';
import { bodyTheme } from '../webview/body-theme.ts';

/** The host of a notebook output: panels open in the editor, through the extension host. */
export function outputHost(context: RendererContext<unknown>): Host {
  const say = (message: FromOutput) => context.postMessage?.(message);
  return {
    open: (target, { newPanel, activate }) => say({ type: 'open', target, newPanel, activate }),
    openExternal: (url) => say({ type: 'openExternal', url }),
    // The view itself says what went wrong, in its place.
    report: () => {},
    theme: bodyTheme(document.body),
  };
}

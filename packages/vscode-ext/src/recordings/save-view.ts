import { takeSnapshot } from '@tracklens/core/browser';
import type { Snapshot, Target, ViewPayload } from '@tracklens/core/display';
import { safeFileName, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { pageUrl } from '../connection/service-client.ts';
import { panelTitle } from '../panels/panel-title.ts';
import { withProgress } from '../progress.ts';
import { askUri, confirmSaved } from '../saving/save-dialog.ts';
import type { Services } from '../services.ts';
import { targetOf } from '../target-commands.ts';

/**
 * Saves what a row or, without one, the active panel shows as a recording: a file with the data of the view, which
 * opens without a service.
 */
export async function saveView(services: Services, node: TreeNode | undefined): Promise<void> {
  const target = await targetOf(services, node);
  const state = node?.target ? null : (await services.panels()).activeState;
  const title = vscode.l10n.t('Reading {0}…', node?.label ?? panelTitle(target));
  const payload = await withProgress(title, async (signal): Promise<ViewPayload & { snapshot: Snapshot }> => {
    const client = await services.connection.client();
    const snapshot = await takeSnapshot(client.api, target, { state, signal });
    return { target, ...(state ? { state } : {}), snapshot, url: await pageUrl(client, target) };
  });
  if (payload === undefined) return;
  const uri = await askUri(safeFileName(`${nameOf(target, payload.snapshot)}.tracklens`));
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${JSON.stringify(payload)}\n`));
  void confirmSaved(uri);
}

function nameOf(target: Target, { experiments }: Snapshot): string {
  const name = target.kind === 'experiment' ? experiments[0]?.metadata.experimentName : null;
  // Slashes would separate folders.
  return (name || panelTitle(target)).replaceAll(/[/\\]/g, '_');
}

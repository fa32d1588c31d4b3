import { fetchFile, isPageAddress, sizeText, type TreeNodeOf } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ServiceClient } from '../connection/connected-service.ts';
import { openLink } from '../open-link.ts';
import type { Services } from '../services.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { fileQuery, fileScheme, type ServiceFile } from './file-uri.ts';

/** Size of the largest file that an editor opens, in bytes: the file is read into memory. */
const maxBytes = 50_000_000;

/**
 * Opens a file of an artifact or an experiment in the editor that fits its name; one that is stored outside of the
 * service in the browser.
 */
export async function openFile(
  services: Pick<Services, 'connection' | 'connectionId'>,
  { label, file }: TreeNodeOf<'file'>,
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  const { sizeBytes, link } = file;
  if (link !== undefined) {
    if (isPageAddress(link)) return openLink(link, services);
    throw new UnmetCondition(vscode.l10n.t('{0} is stored outside of the service, at {1}.', label, link));
  }
  if (sizeBytes > maxBytes) {
    throw new UnmetCondition(
      vscode.l10n.t('{0} is too large for an editor ({1}). Download it instead.', label, sizeText(sizeBytes)),
    );
  }
  const uri = vscode.Uri.from({
    scheme: fileScheme,
    path: `/${label.replace(/^[/\\]+/, '')}`,
    query: fileQuery({ ...file, connection: services.connectionId }),
  });
  await vscode.commands.executeCommand('vscode.open', uri, options);
}

/** Reads the content of a file of an artifact or an experiment. */
export async function readFile({ api }: ServiceClient, file: ServiceFile): Promise<Uint8Array> {
  const { assetId, sizeBytes, owner } = file;
  const query = { assetId, allow301: false, ...owner } as const;
  const { body } = await fetchFile(api, { name: assetId, sizeBytes, query }, {}, new AbortController().signal);
  return await body.bytes();
}

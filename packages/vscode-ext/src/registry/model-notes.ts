import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { Parts } from '../parts.ts';

/** The scheme of the notes of registered models. */
export const notesScheme = 'tracklens-notes';

/** Opens the notes of a registered model as a Markdown document; saving it writes them to the service. */
export async function editNotes(node: TreeNode | undefined): Promise<void> {
  if (node?.target?.kind !== 'model') return;
  const { workspace, modelName } = node.target;
  const path = ['', workspace, `${modelName}.md`].map(encodeURIComponent).join('/');
  const uri = vscode.Uri.from({ scheme: notesScheme, path });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Notes of registered models as files: one of a model, under its workspace. Nothing can be made, moved or deleted. */
export class ModelNotes implements vscode.FileSystemProvider {
  readonly #parts: Parts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #writtenMillis = new Map<string, number>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { byteLength } = await this.readFile(uri);
    // The service does not say when notes were changed: only our own writing moves the time.
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#writtenMillis.get(uri.path) ?? 0, size: byteLength };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { workspace, modelName } = modelOf(uri);
    const { api } = await this.#parts.connection.client();
    return new TextEncoder().encode(await api.getRegistryModelNotes(workspace, modelName));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { workspace, modelName } = modelOf(uri);
    const { api } = await this.#parts.connection.client();
    await api.updateRegistryModelNotes(workspace, modelName, new TextDecoder().decode(content));
    this.#writtenMillis.set(uri.path, Date.now());
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

function modelOf(uri: vscode.Uri): { workspace: string; modelName: string } {
  const [workspace, file, ...rest] = uri.path.slice(1).split('/').map(decodeURIComponent);
  if (!workspace || !file?.endsWith('.md') || rest.length > 0) throw vscode.FileSystemError.FileNotFound(uri);
  return { workspace, modelName: file.slice(0, -3) };
}

import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { VirtualFiles } from '../text-files.ts';
import { readFileUri } from './file-uri.ts';

/** Read-only file system of files of artifacts and experiments. The editor chooses by their names how to show them. */
export class ServiceFiles extends VirtualFiles implements vscode.FileSystemProvider {
  readonly #services: Services;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(services: Services) {
    super();
    this.#services = services;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: readFileUri(uri).sizeBytes };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const file = readFileUri(uri);
    const client = await this.#services.connections.of(file.connection).client();
    return (await import('./open-file.ts')).readFile(client, file);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

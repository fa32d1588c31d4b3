import * as vscode from 'vscode';
import type { OwnService } from './own-service.ts';

/** Makes the service of a recording: of its connection, named after the file. */
type MakeRecordingService = (id: string, name: string) => OwnService;

const namesKey = 'tracklens.recordings';

/** Recordings of experiments that this window shows, each by a service of its own. They stay open after a reload. */
export class Recordings {
  readonly #context: vscode.ExtensionContext;
  readonly #own: OwnService[];
  readonly #make: MakeRecordingService;

  /** Adds the services to `own`, the list of all services that the extension starts. */
  constructor(context: vscode.ExtensionContext, own: OwnService[], make: MakeRecordingService) {
    this.#context = context;
    this.#own = own;
    this.#make = make;
    for (const [id, name] of Object.entries(this.#names)) this.#service(id, name);
  }

  /** Folder with the data folders of all recordings. */
  get folder(): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.globalStorageUri, 'recordings');
  }

  /** Uses the service of a recording whose file is in a data folder. */
  async open(id: string, name: string, folder: string): Promise<void> {
    await this.#context.workspaceState.update(namesKey, { ...this.#names, [id]: name });
    await this.#service(id, name).use(folder);
  }

  /** Stops using the service of a recording. */
  async close(id: string): Promise<void> {
    const { [id]: _, ...others } = this.#names;
    await this.#context.workspaceState.update(namesKey, others);
    await this.#own.find((service) => service.id === id)?.use(null);
  }

  get #names(): Readonly<Record<string, string>> {
    return this.#context.workspaceState.get(namesKey, {});
  }

  #service(id: string, name: string): OwnService {
    const known = this.#own.find((service) => service.id === id);
    if (known) return known;
    const made = this.#make(id, name);
    this.#own.push(made);
    this.#context.subscriptions.push(made);
    return made;
  }
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EditorServer } from '../test/vscode/editor-server.ts';

/** Extension of a peer, which is activated after the start of a window. */
export interface PeerExtension {
  readonly name: string;
  readonly displayName: string;
  readonly contributes: object;
  /** Text of its script. */
  readonly main: string;
}

/** Installs extensions of peers. */
export async function installPeers({ extensions }: EditorServer, peers: readonly PeerExtension[]): Promise<void> {
  const list = path.join(extensions, 'extensions.json');
  const installed = JSON.parse(await readFile(list, 'utf8')) as object[];
  for (const { main, ...described } of peers) {
    const relativeLocation = `bench.${described.name}-1.0.0`;
    const folder = path.join(extensions, relativeLocation);
    await mkdir(folder);
    const engines = { vscode: '^1.100.0' };
    const activation = { publisher: 'bench', main: './main.js', activationEvents: ['onStartupFinished'] };
    const manifest = { ...described, ...activation, version: '1.0.0', engines };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, 'main.js'), main);
    const location = { $mid: 1, path: folder, scheme: 'file' };
    installed.push({ identifier: { id: `bench.${described.name}` }, version: '1.0.0', location, relativeLocation });
  }
  await writeFile(list, JSON.stringify(installed));
}

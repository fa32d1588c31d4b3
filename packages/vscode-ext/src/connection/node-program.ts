import { execFile } from 'node:child_process';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { t } from '../sentence.ts';

/** Node.js program with SQLite, and the environment variables that it needs. */
export interface NodeProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const checkMillis = 20_000;

/**
 * Returns the Node.js that runs the bundled service: that of the editor when it has SQLite, else `node` on the PATH.
 *
 * @throws Error with the version to install when neither has SQLite.
 */
export async function nodeProgram(editorHasSqlite = isBuiltin('node:sqlite')): Promise<NodeProgram> {
  if (editorHasSqlite) return { path: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    // A relative folder may belong to the workspace.
    if (!path.isAbsolute(folder)) continue;
    const program = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (await hasSqlite(program)) return { path: program, env: {} };
  }
  throw new Error(
    t(
      'The Node.js {0} of this editor cannot run the service, and the PATH has no newer one. Update the editor, or install Node.js 22.19 or newer.',
      process.versions.node,
    ),
  );
}

function hasSqlite(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['-e', "require('node:sqlite')"], { timeout: checkMillis, windowsHide: true }, (error) =>
      resolve(error === null),
    );
  });
}

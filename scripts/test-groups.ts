import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCache, inRoot, root } from './folders.ts';

/**
 * Test files that run in one process: the start of a process and the modules it loads cost more than most unit tests.
 * Each is a suite of its own with its own hooks. A file of no group has a process to itself.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  core: ['packages/core/src/'],
  server: ['packages/server/src/'],
  views: ['packages/ui/src/', 'packages/jupyterlab-ext/src/', 'packages/vscode-ext/src/'],
  scripts: ['scripts/', 'test/clients/'],
  contract: ['test/contract/'],
};

/**
 * Returns the files to run, one a process, for some test files; all are paths within the repository. Writes an entry
 * file for each group.
 */
export async function testEntries(files: readonly string[]): Promise<string[]> {
  const folder = inCache('test-groups');
  await mkdir(folder, { recursive: true });
  const alone = new Set(files);
  const entries: string[] = [];
  for (const [name, prefixes] of Object.entries(groups)) {
    const members = files.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
    if (members.length === 0) continue;
    for (const member of members) alone.delete(member);
    const entry = path.join(folder, `${name}.test.ts`);
    await writeFile(entry, groupSource(members));
    entries.push(path.relative(root, entry));
  }
  return [...entries, ...alone];
}

/** Returns the source of a test file that runs others, each as a suite. */
function groupSource(files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(inRoot(file)).href;
    return `describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(url)})));`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('\n')}\n`;
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCache, inRoot, root } from './folders.ts';

/**
 * Test files that run in one process, by group: the start of a process and the modules it loads cost more than most
 * unit tests, and browser tests share what `sharedInGroup` starts. Each file is a suite of its own with its own hooks.
 * A file of no group has a process to itself.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  core: ['packages/core/src/'],
  server: ['packages/server/src/'],
  views: ['packages/ui/src/', 'packages/jupyterlab-ext/src/', 'packages/vscode-ext/src/'],
  scripts: ['scripts/', 'bench/', 'test/clients/'],
  contract: ['test/contract/'],
  charts: ['test/charts/'],
  ui: ['test/ui/', 'test/page/'],
  tabs: ['test/tabs/'],
  // The suites that can share a JupyterLab. The others need a server or service of their own.
  jupyterlab: ['contrast', 'lab', 'named-views', 'notebook-runs', 'trees'].map(
    (name) => `test/jupyterlab/${name}.test.ts`,
  ),
  // The same for outputs, in this order: the last suite stops the service. One JupyterLab for all would be the longest
  // entry by far.
  'jupyterlab-outputs': ['typescript-kernel', 'notebook7', 'renewal', 'messages', 'outputs'].map(
    (name) => `test/jupyterlab/${name}.test.ts`,
  ),
  // Suites of an editor without a connection; the first one searches all that is stored for the key, and the second one
  // takes over its window.
  'vscode-signed-out': ['secrets', 'connections', 'demo'].map((name) => `test/vscode/${name}.test.ts`),
  // The suites that can share an editor server and a service, in this order: those that take over the window of another
  // are next to each other, and the last one changes experiments.
  vscode: [
    'explore',
    'outputs',
    'web',
    'language',
    'saving',
    'code-features',
    'live-outputs',
    'named-views',
    'tree-keyboard',
    'tree-actions',
  ].map((name) => `test/vscode/${name}.test.ts`),
};

/**
 * Returns the files to run, one a process, for some test files; all are paths within the repository. Writes an entry
 * file for each group into a folder named for the run.
 */
export async function testEntries(files: readonly string[], runName = 'all'): Promise<string[]> {
  const folder = inCache('test-groups', runName);
  await mkdir(folder, { recursive: true });
  const alone = new Set(files);
  const entries: string[] = [];
  for (const [name, prefixes] of Object.entries(groups)) {
    const members = prefixes.flatMap((prefix) => files.filter((file) => file.startsWith(prefix)));
    if (members.length === 0) continue;
    for (const member of members) alone.delete(member);
    const entry = path.join(folder, `${name}.test.ts`);
    await writeFile(entry, groupSource(members));
    entries.push(path.relative(root, entry));
  }
  return [...entries, ...alone];
}

/**
 * Returns the source of a test file that runs others, each as a suite. `require` loads a module, and so registers
 * its tests, before it returns; tests of modules that are imported at the same time may be registered in each other's
 * suite. Only modules with a top-level await cannot be required.
 */
function groupSource(files: readonly string[]): string {
  return [
    `import { createRequire } from 'node:module';`,
    `import { describe } from 'node:test';`,
    `import { startTestGroup } from '@tracklens/core/test-support';`,
    '',
    'const require = createRequire(import.meta.url);',
    'function load(path, url) {',
    '  try {',
    '    require(path);',
    '  } catch (error) {',
    `    if (error.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;`,
    '    return import(url);',
    '  }',
    '}',
    'startTestGroup();',
    ...files.map((file) => {
      const module = inRoot(file);
      const [name, modulePath, url] = [file, module, pathToFileURL(module).href].map((text) => JSON.stringify(text));
      return `describe(${name}, async () => void (await load(${modulePath}, ${url})));`;
    }),
    '',
  ].join('\n');
}

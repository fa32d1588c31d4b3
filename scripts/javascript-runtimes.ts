import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inCache } from './folders.ts';
import { once } from './stamp.ts';

/** Runtimes and notebook kernels for JavaScript in which the client is tested. */
export interface JavaScriptRuntimes {
  /** Oldest Node that is supported. */
  readonly oldestNode: string;
  readonly deno: string;
  readonly bun: string;
  /** Node program of the tslab kernel. */
  readonly tslab: string;
  /** Runtime of Cloudflare Workers. */
  readonly workerd: string;
  /** Returns the path of an installed package. */
  modulePath(...parts: string[]): string;
}

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const workerdPlatform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch.replace('x64', '64')}`;

/** Packages with their versions. `nel` runs the cells of ijavascript, whose own sockets have to be compiled. */
const packages: Readonly<Record<string, string>> = {
  [`node-${platform}`]: '22.19.0',
  bun: '1.4.5',
  deno: '2.9.6',
  nel: '1.3.0',
  tslab: '1.0.22',
  workerd: '1.20261117.1',
};

const folder = inCache('javascript-runtimes');

/** Returns the runtimes, installing them if they are missing (about 550 MB). */
export async function javaScriptRuntimes(): Promise<JavaScriptRuntimes> {
  const modulePath = (...parts: string[]) => path.join(folder, 'node_modules', ...parts);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const found: JavaScriptRuntimes = {
    oldestNode: modulePath(`node-${platform}`, 'bin', `node${suffix}`),
    deno: modulePath('@deno', `${platform}${process.platform === 'linux' ? '-glibc' : ''}`, `deno${suffix}`),
    bun: modulePath('@oven', `bun-${platform.replace('arm64', 'aarch64')}`, 'bin', `bun${suffix}`),
    tslab: modulePath('tslab', 'bin', 'tslab'),
    workerd: modulePath('@cloudflare', `workerd-${workerdPlatform}`, 'bin', `workerd${suffix}`),
    modulePath,
  };
  const programs = [found.oldestNode, found.deno, found.bun, found.tslab, found.workerd];
  await once(
    {
      name: 'javascript-runtimes',
      title: 'JavaScript runtimes (Node 22.19, Deno, Bun, tslab, workerd)',
      facts: [JSON.stringify(packages), folder],
      present: () => programs.every((program) => existsSync(program)),
    },
    async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await writeFile(
        path.join(folder, 'package.json'),
        JSON.stringify({ private: true, name: 'javascript-runtimes' }),
      );
      const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--save-exact'];
      await run('npm', ['install', ...quiet, ...names], { cwd: folder });
    },
  );
  return found;
}

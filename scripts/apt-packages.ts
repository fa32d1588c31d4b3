import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run, succeeds } from './command.ts';
import { step } from './progress.ts';

/** What the project needs from the system, the Debian packages that bring it, and how its presence is seen. */
const needs = {
  browser: {
    packages: ['chromium', 'fonts-dejavu-core'],
    present: async () => chromiumPaths.some((file) => existsSync(file)),
  },
  compiler: {
    packages: ['g++', 'make', 'python3', 'libkrb5-dev'],
    present: async () =>
      (await succeeds('g++', ['--version'])) &&
      (await succeeds('make', ['--version'])) &&
      existsSync('/usr/include/gssapi/gssapi.h'),
  },
  postgres: {
    packages: ['postgresql'],
    present: async () => postgresPrograms() !== null,
  },
  python: {
    packages: ['python3', 'python3-venv'],
    present: () => succeeds('python3', ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)']),
  },
} as const;

/** Where Chromium may be installed; `CHROMIUM` in the environment comes first. */
export const chromiumPaths = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The folder of Debian's PostgreSQL programs, the newest version's; null where there is none. */
export function postgresPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const folders = found
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'))
    .filter((folder) => existsSync(path.join(folder, 'initdb')));
  return folders[0] ?? null;
}

/** What to do where the system's packages do not bring what is needed. */
const otherwise: Readonly<Record<keyof typeof needs, string>> = {
  browser: 'Set CHROMIUM to the program of a Chromium or Chrome.',
  compiler: 'A C++ compiler, make and the headers of Kerberos are needed.',
  postgres: 'The programs of a PostgreSQL server are needed.',
  python: 'Put a python3 of version 3.11 or newer, with venv, first on PATH.',
};

async function missingOf(wanted: readonly (keyof typeof needs)[]): Promise<(keyof typeof needs)[]> {
  const missing: (keyof typeof needs)[] = [];
  for (const name of wanted) if (!(await needs[name].present())) missing.push(name);
  return missing;
}

/** Installs the system packages that are missing (as root), or says the command that does. */
export async function systemPackages(...wanted: (keyof typeof needs)[]): Promise<void> {
  const absent = await missingOf(wanted);
  const missing: string[] = absent.flatMap((name) => needs[name].packages);
  if (missing.length === 0) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...new Set(missing)];
  if (!existsSync('/usr/bin/apt-get')) {
    const remedies = absent.map((name) => otherwise[name]).join(' ');
    throw new Error(`Missing on this system: ${missing.join(', ')} (Debian names). ${remedies} Then start again.`);
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`Missing system packages. Run this once, then start again:\n  sudo apt-get ${install.join(' ')}`);
  }
  await step(`system packages: ${missing.join(' ')}`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', install, { env });
  });
  // An older system has the packages and not what is needed of them.
  const [still] = await missingOf(absent);
  if (still) throw new Error(`The packages ${needs[still].packages.join(' ')} are too old here. ${otherwise[still]}`);
}

import { existsSync } from 'node:fs';
import { run, succeeds } from './command.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { step } from './progress.ts';
import { systemPython } from './system-python.ts';

/** Arguments that compile only one header, because its path differs between Debian, macOS and other systems. */
const includesKerberos = ['-fsyntax-only', '-x', 'c++', '-include', 'gssapi/gssapi.h', '-'];

/** System dependencies of the project: their Debian packages and how to detect them. */
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
      (await succeeds('g++', includesKerberos)),
  },
  // Opens a page in a third of the CPU time of the whole Chromium; see headlessShell().
  headlessBrowser: {
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    present: async () => Boolean(process.env.CHROMIUM) || existsSync(headlessShellPath),
  },
  java: {
    packages: ['default-jdk-headless', 'maven'],
    present: async () => (await succeeds('javac', ['-version'])) && (await succeeds('mvn', ['--version'])),
  },
  postgres: {
    packages: ['postgresql'],
    present: async () => postgresPrograms() !== null,
  },
  python: {
    packages: ['python3', 'python3-venv'],
    present: async () => (await systemPython()) !== null,
  },
  // Only for scripts/windows-check.ts.
  wine: {
    packages: ['wine', 'wine64'],
    present: () => succeeds('wine', ['--version']),
  },
  r: {
    packages: [
      'r-base-core',
      'r-cran-callr',
      'r-cran-digest',
      'r-cran-httr',
      'r-cran-jsonlite',
      'r-cran-r.utils',
      'r-cran-r6',
      'r-cran-yaml',
    ],
    present: () => succeeds('Rscript', ['-e', 'library(callr); library(httr); library(R.utils); library(yaml)']),
  },
  trace: {
    packages: ['strace'],
    // The test that uses it runs only on Linux.
    present: async () => process.platform !== 'linux' || (await succeeds('strace', ['-V'])),
  },
} as const;

const headlessShellPath = '/usr/bin/chromium-headless-shell';

/** Paths where Chromium may be installed. The environment variable `CHROMIUM` takes precedence. */
export const chromiumPaths = [
  process.env.CHROMIUM ?? '',
  headlessShellPath,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Instructions for systems whose packages do not provide the dependency. */
const remedies: Readonly<Record<keyof typeof needs, string>> = {
  browser: 'Set CHROMIUM to the program of a Chromium or Chrome.',
  compiler: 'A C++ compiler, make and the headers of Kerberos are needed.',
  headlessBrowser: 'Set CHROMIUM to the program of a headless shell of Chromium.',
  java: 'Put a JDK of version 17 or newer and Maven on PATH.',
  postgres: 'Put the folder of a PostgreSQL server (with initdb) on PATH.',
  python: 'Install Python 3.11 or newer with venv and pip, and put it first on PATH.',
  wine: 'Wine 8 or newer is needed, with 64-bit programs.',
  r: 'R with the packages callr, digest, httr, jsonlite, R.utils, R6 and yaml is needed.',
  trace: 'Install strace.',
};

async function missingOf(wanted: readonly (keyof typeof needs)[]): Promise<(keyof typeof needs)[]> {
  const missing: (keyof typeof needs)[] = [];
  for (const name of wanted) if (!(await needs[name].present())) missing.push(name);
  return missing;
}

/** Installs missing system packages (as root), or fails with the command to run. */
export async function systemPackages(...wanted: (keyof typeof needs)[]): Promise<void> {
  const absent = await missingOf(wanted);
  const missing: string[] = absent.flatMap((name) => needs[name].packages);
  if (missing.length === 0) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...new Set(missing)];
  if (!existsSync('/usr/bin/apt-get')) {
    const remedy = absent.map((name) => remedies[name]).join(' ');
    throw new Error(`Missing on this system: ${missing.join(', ')} (Debian names). ${remedy} Then start again.`);
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`Missing system packages. Run this once, then start again:\n  sudo apt-get ${install.join(' ')}`);
  }
  await step(`system packages: ${missing.join(' ')}`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', install, { env });
  });
  // On an older system the packages may be installed but lack what is needed.
  const [still] = await missingOf(absent);
  if (still) throw new Error(`The packages ${needs[still].packages.join(' ')} are too old here. ${remedies[still]}`);
}

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { inRoot } from './folders.ts';
import { npmPackages, packNpm } from './npm-package.ts';

/**
 * Returns what publint and Are The Types Wrong find in a packed package of npm. Node 22.19 and newer load ES modules
 * with `require`, so they may be missing as CommonJS.
 */
export async function npmPackageProblems(file: string): Promise<string[]> {
  const bytes = new Uint8Array(await readFile(file));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.slice().buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(bytes));
  const problems = analysis.types ? analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM') : [];
  return [
    // The release adds where the project is, and stops without it.
    ...messages
      .filter(({ code }) => !/REPOSITORY/.test(code))
      .map((message) => formatMessage(message, pkg) ?? message.code),
    ...(analysis.types ? [] : ['The package has no types.']),
    ...problems.map((problem) => JSON.stringify(problem)),
  ];
}

/**
 * Packs each package from its existing build output, and returns what is wrong with it. Building takes too long here.
 */
async function builtPackageProblems(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-package-checks-'));
  try {
    const built = npmPackages.filter((name) => existsSync(inRoot('packages', name, 'dist', 'types')));
    const problems = built.map(async (name) => {
      const found = await npmPackageProblems(await packNpm(name, folder));
      return found.map((problem) => `${name}: ${problem}`);
    });
    return (await Promise.all(problems)).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const problems = await builtPackageProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

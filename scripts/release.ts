import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.ts';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { npmPackages, packNpm } from './npm-package.ts';
import { npmPackageProblems } from './npm-package-checks.ts';
import { step } from './progress.ts';
import { distributionProblems } from './release/distribution-checks.ts';
import { projectLocation } from './release/project-location.ts';
import { checkWithTwine, packPython } from './release/python-distributions.ts';
import { changelogDate, releasedVersion } from './release/released-version.ts';
import { remainingSteps } from './release/remaining-steps.ts';
import { packVsix } from './release/vsix.ts';

/** Options of a release. */
export interface ReleaseOptions {
  /** The package.json of the root folder: where the project is. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Folder of the distributions. It is replaced. */
  readonly output: string;
}

/** Returns the SHA-256 of each file, in the format that `sha256sum --check` reads. */
async function checksums(files: readonly string[]): Promise<string> {
  const lines = files.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(file));
    return `${hash.digest('hex')}  ${path.basename(file)}\n`;
  });
  return (await Promise.all(lines)).join('');
}

/**
 * Builds and checks all distributions, and writes them with their checksums to the output folder. Returns what remains
 * for a person.
 *
 * @throws Error with everything that prevents the release; the output folder is then unchanged
 */
export async function release({ manifest, output }: ReleaseOptions): Promise<string> {
  const location = projectLocation(manifest);
  const version = await releasedVersion();
  const changelog = changelogDate(await readFile(inRoot('CHANGELOG.md'), 'utf8'), version);
  await build();
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-distributions-'));
  try {
    const tarballs: string[] = [];
    for (const name of npmPackages) {
      tarballs.push(await step(`npm package ${name}`, () => packNpm(name, folder, location)));
    }
    const python = await step('sdist and wheel', () => packPython(folder, location, version));
    const vsix = await step('VS Code extension', () => packVsix(folder, location, version));
    const files = [...tarballs, ...python, vsix];
    await step('Twine', () => checkWithTwine(python));
    const problems = await step('content of the distributions', () =>
      Promise.all([...tarballs.map(npmPackageProblems), ...files.map(distributionProblems)]),
    );
    if (problems.flat().length > 0) throw new Error(`The distributions have problems:\n${problems.flat().join('\n')}`);
    await writeFile(path.join(folder, 'SHA256SUMS'), await checksums(files));
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    await cp(folder, output, { recursive: true });
    const names = files.map((file) => path.basename(file));
    const changes = (await run('git', ['status', '--porcelain']).catch(() => '')).trim();
    return remainingSteps({ version, names, isDated: changelog !== 'unreleased', hasChanges: changes !== '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Usage: npm run release. Writes the distributions to `release`.
if (import.meta.main) {
  const manifest = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as Record<string, unknown>;
  try {
    const steps = await release({ manifest, output: inRoot('release') });
    console.log(`\n${await readFile(inRoot('release', 'SHA256SUMS'), 'utf8')}\n${steps}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

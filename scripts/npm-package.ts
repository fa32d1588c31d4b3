import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './command.ts';
import { inRoot } from './folders.ts';

/** Packages that are published on npm, by the name of their folder. */
export const npmPackages = ['core', 'server'] as const;

type Conditions = { readonly [condition: string]: string | Conditions };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, Conditions>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Condition under which the packages of this repository find the sources of each other. */
const sourceCondition = '@tracklens/source';

/**
 * Returns the manifest that is published: without the sources, the entries that only exist as sources, and the
 * dependencies of the development.
 */
function publishedManifest({ devDependencies: _, ...manifest }: Manifest, project: object): object {
  const exports = Object.entries(manifest.exports).flatMap(([entry, { [sourceCondition]: source, ...conditions }]) =>
    Object.keys(conditions).length === 0 ? [] : [[entry, conditions] as const],
  );
  return { ...manifest, ...project, exports: Object.fromEntries(exports), publishConfig: { access: 'public' } };
}

/**
 * Packs a package of npm from its build output into a folder. Returns the path of the tarball.
 *
 * @param project fields of the manifest that all packages share: where the project is
 */
export async function packNpm(
  name: (typeof npmPackages)[number],
  folder: string,
  project: object = {},
): Promise<string> {
  const staging = await mkdtemp(path.join(tmpdir(), 'tracklens-npm-'));
  try {
    const source = inRoot('packages', name);
    const manifest = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')) as Manifest;
    for (const file of ['dist', 'README.md', 'LICENSE']) {
      await cp(path.join(source, file), path.join(staging, file), { recursive: true });
    }
    const published = JSON.stringify(publishedManifest(manifest, project), null, 2);
    await writeFile(path.join(staging, 'package.json'), `${published}\n`);
    await mkdir(folder, { recursive: true });
    await run('npm', ['pack', staging, '--ignore-scripts', '--pack-destination', folder], { cwd: staging });
    return path.join(folder, `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import type { ProjectLocation } from './release/project-location.ts';
import { publishedReadme } from './release/published-readme.ts';
import { withStaging } from './release/staging.ts';

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
function publishedManifest({ devDependencies: _, ...manifest }: Manifest, location: object): object {
  const exports = Object.entries(manifest.exports).flatMap(([entry, { [sourceCondition]: source, ...conditions }]) =>
    Object.keys(conditions).length === 0 ? [] : [[entry, conditions] as const],
  );
  return { ...manifest, ...location, exports: Object.fromEntries(exports), publishConfig: { access: 'public' } };
}

/**
 * Packs a package of npm from its build output into a folder. Returns the path of the tarball.
 *
 * @param location where the project is; without it, the manifest and the README do not say so
 */
export async function packNpm(
  name: (typeof npmPackages)[number],
  folder: string,
  location?: ProjectLocation,
): Promise<string> {
  const source = `packages/${name}`;
  const manifest = JSON.parse(await readFile(inRoot(source, 'package.json'), 'utf8')) as Manifest;
  await mkdir(folder, { recursive: true });
  return await withStaging(name, ['package.json', 'dist', 'README.md', 'LICENSE'], async (staging) => {
    const fields = location && {
      repository: { ...location.repository, directory: source },
      homepage: location.homepage,
      bugs: location.bugs,
    };
    await staging.edit('package.json', () => `${JSON.stringify(publishedManifest(manifest, fields ?? {}), null, 2)}\n`);
    if (location) {
      await staging.edit('README.md', (text) => publishedReadme(text, source, location, manifest.version));
    }
    const args = ['pack', staging.folder, '--ignore-scripts', '--pack-destination', path.resolve(folder)];
    await run('npm', args, { cwd: staging.folder });
    return path.join(folder, `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`);
  });
}

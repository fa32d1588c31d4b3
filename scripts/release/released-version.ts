import { readFile } from 'node:fs/promises';
import { inRoot } from '../folders.ts';

/** Files that contain the version, and where each has it. */
const versionPatterns: Readonly<Record<string, RegExp>> = {
  'packages/jupyterlab-ext/pyproject.toml': /^version = "([^"]+)"$/m,
  'packages/server/src/cli/version.ts': /^export const version = '([^']+)';$/m,
  'packages/jupyterlab-ext/tracklens/__init__.py': /^__version__ = "([^"]+)"$/m,
};

const packages = ['core', 'ui', 'server', 'jupyterlab-ext', 'vscode-ext'].map(
  (name) => `packages/${name}/package.json`,
);

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the versions in a package.json: its own, and those of the project's packages that it depends on. */
function manifestVersions(file: string, text: string): [place: string, version: string][] {
  const { version, dependencies, devDependencies } = JSON.parse(text) as Manifest;
  const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
    name.startsWith('@tracklens/'),
  );
  return [[file, version], ...own.map(([name, wanted]) => [`${file}, ${name}`, wanted] as [string, string])];
}

/**
 * Returns the version that all files of the project have.
 *
 * @param read returns the text of a file, by its path from the root
 * @throws Error with the different versions and their files
 */
export async function releasedVersion(
  read = (file: string): Promise<string> => readFile(inRoot(file), 'utf8'),
): Promise<string> {
  const found: [place: string, version: string][] = [];
  for (const file of ['package.json', ...packages]) found.push(...manifestVersions(file, await read(file)));
  for (const [file, pattern] of Object.entries(versionPatterns)) {
    found.push([file, pattern.exec(await read(file))?.[1] ?? 'none']);
  }
  const [[, version]] = found as [[string, string]];
  const others = found.filter(([, other]) => other !== version);
  if (others.length > 0) {
    const list = others.map(([place, other]) => `  ${place}: ${other}`).join('\n');
    throw new Error(`package.json has the version ${version}, other files do not. Change them:\n${list}`);
  }
  return version;
}

/**
 * Returns the date of a version's entry in CHANGELOG.md, or "unreleased".
 *
 * @throws Error without an entry or with an empty one
 */
export function changelogDate(changelog: string, version: string): string {
  const entry = changelog.split(/^## /m).find((text) => text.startsWith(`${version} (`));
  const [, date, content] = /^\S+ \(([^)]+)\)\n([\s\S]*)$/.exec(entry ?? '') ?? [];
  if (date === undefined || !content?.includes('\n- ')) {
    throw new Error(
      `CHANGELOG.md has no entry for ${version}. Add "## ${version} (unreleased)" with what has changed.`,
    );
  }
  return date;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { inRoot } from './folders.ts';

/** Third-party package whose code is part of a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression from its package.json. */
  readonly license: string;
  /** Texts of its license and notice files. */
  readonly texts: readonly string[];
}

/** Generated sources that embed the files of a package. */
const embedded: Readonly<Record<string, string>> = {
  'packages/ui/src/charts/generated/export-font.ts': 'node_modules/@fontsource/inter',
};

const noticeFile = /^(licen[cs]e|copying|notice)/i;
const readmeSection = /^#+ *licen[cs]e\b.*$([\s\S]*?)(?=^#|$(?![\s\S]))/im;

/** Returns the absolute paths of the files that contribute to the outputs of a bundle. */
export function bundledFiles({ outputs }: Metafile, workingFolder: string): string[] {
  const names = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : [])),
  );
  return [...new Set(names)].map((name) => path.resolve(workingFolder, name));
}

/**
 * Returns the third-party packages that contain the given files, sorted by name and version.
 *
 * @throws Error for a package without a license text: it must not be distributed
 */
export function bundledPackages(files: Iterable<string>, root = inRoot()): BundledPackage[] {
  const folders = new Set<string>();
  for (const file of files) {
    const source = embedded[path.relative(root, file).replaceAll('\\', '/')];
    const folder = source === undefined ? packageFolder(file) : path.join(root, source);
    if (folder !== null) folders.add(folder);
  }
  const packages = [...folders].map(readPackage);
  return packages.sort((a, b) => compare(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
}

/** Returns the notices text for a distribution with these packages. Packages with the same text share it. */
export function noticesText(packages: readonly BundledPackage[]): string {
  const shared = Map.groupBy(packages, ({ texts }) =>
    texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n'),
  );
  const parts = [...shared].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${[...new Set(names)].join('\n')}\n\n${text}`;
  });
  const head = 'This distribution contains the following packages of others, each under its own license.';
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[head, ...parts].join(line)}\n`;
}

/** Returns the folder of the package in node_modules that contains a file; null for files of this project. */
function packageFolder(file: string): string | null {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return null;
  const length = parts[at + 1]?.startsWith('@') ? 2 : 1;
  return parts.slice(0, at + 1 + length).join(path.sep);
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    /** Older form of `license`. */
    licenses?: { type: string }[];
  };
  const { name, version } = manifest;
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ');
  const own = licenseTexts(folder);
  const texts = own.length === 0 && license !== undefined ? standardText(license) : own;
  if (texts.length === 0 || !license) {
    throw new Error(`${name} ${version} is bundled and has no license text in ${folder}. Replace the package.`);
  }
  return { name, version, license, texts };
}

/** Returns the license and notice files of a package; without any, the license section of its readme. */
function licenseTexts(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort(compare);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const texts = files.filter((name) => noticeFile.test(name)).map(read);
  if (texts.length > 0) return texts;
  const sections = files.filter((name) => /^readme/i.test(name)).map((name) => readmeSection.exec(read(name))?.[1]);
  return sections.filter((text) => text !== undefined && /copyright/i.test(text) && text.length > 500) as string[];
}

/** Returns the text of a license whose text is the same for all packages, for a package that leaves it out. */
function standardText(license: string): string[] {
  const file = inRoot('scripts', 'licenses', `${license}.txt`);
  return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import path from 'node:path';
import { inRoot } from '../folders.ts';
import { archiveFiles } from './archive-files.ts';

/** What no distribution contains: tests and what they use, source maps, caches, logs, hidden files and secrets. */
const strayFiles = [
  /\.test\./,
  /(^|\/)(test-support|python-tests|node_modules|__pycache__)\//,
  /\.(map|tsbuildinfo|pyc|log|orig\.ts|pem|key)$/,
  /(^|\/)build_log\.json$/,
  /(^|\/)\.[^/]+$/,
  /^(?!.*\/dist\/types\/).*\.d\.ts$/,
];

/** Files with the licenses of bundled packages, by the kind of distribution. */
const noticesFiles: Readonly<Record<string, readonly RegExp[]>> = {
  'tracklens-core': [/^package\/dist\/third-party-notices\.txt$/],
  'tracklens-server': [/^package\/dist\/third-party-notices\.txt$/, /^package\/dist\/page\/third-party-notices\.txt$/],
  '.vsix': [/^extension\/dist\/third-party-notices\.txt$/, /^extension\/dist\/tracklens\.third-party-notices\.txt$/],
  python: [
    /\/local_service\/third-party-notices\.txt$/,
    /\/local_service\/page\/third-party-notices\.txt$/,
    /\/node_program\/third-party-notices\.txt$/,
    /\/labextensions?\/.*static\/third-party-notices\.txt$/,
  ],
};

function expectedNotices(file: string): readonly RegExp[] {
  const name = path.basename(file);
  const kind = Object.keys(noticesFiles).find((part) => name.includes(part)) ?? 'python';
  return noticesFiles[kind]!;
}

/** Returns whether a path is that of a README or of the metadata that contains it. */
const isReadme = (file: string) => /^[^/]+\/(readme\.md|metadata|pkg-info)$/i.test(file);

/** Returns the files of an extension that are in it twice, and the images that no page of it shows. */
function needlessFiles(files: ReadonlyMap<string, Buffer>): string[] {
  const names = [...files.keys()];
  const copies = Map.groupBy(names, (name) => files.get(name)!.toString('base64'));
  const texts = names.filter((name) => /\.(?:json|md)$/.test(name)).map((name) => `${files.get(name)}`);
  const isShown = (name: string) => texts.some((text) => text.includes(path.posix.basename(name)));
  return [
    ...[...copies.values()].filter((same) => same.length > 1).map((same) => `the same content in ${same.join(', ')}`),
    ...names
      .filter((name) => /\.(?:gif|jpe?g|png|svg|webp)$/.test(name) && !isShown(name))
      .map((name) => `no page shows ${name}`),
  ];
}

/**
 * Returns what is wrong with the content of a distribution: missing licenses, files that do not belong in it or
 * are needless, paths of this machine, and a README whose images a registry would not show.
 */
export async function distributionProblems(file: string): Promise<string[]> {
  const files = await archiveFiles(file);
  const names = [...files.keys()];
  const checkout = Buffer.from(inRoot());
  const readmes = names.filter(isReadme);
  const relativeImages = readmes.flatMap(
    (name) =>
      files
        .get(name)!
        .toString()
        .match(/!\[[^\]]*\]\((?!https:)[^)]*\)/g) ?? [],
  );
  const problems = [
    ...names.filter((name) => strayFiles.some((stray) => stray.test(name))).map((name) => `stray file ${name}`),
    ...names.filter((name) => files.get(name)!.includes(checkout)).map((name) => `path of this machine in ${name}`),
    ...expectedNotices(file)
      .filter((expected) => !names.some((name) => expected.test(name) && files.get(name)!.length > 1000))
      .map((expected) => `no notices ${expected.source}`),
    ...(names.some((name) => /(^|\/)license(\.txt)?$/i.test(name)) ? [] : ['no license']),
    ...(readmes.length > 0 ? [] : ['no README']),
    ...(file.endsWith('.vsix') ? needlessFiles(files) : []),
    ...relativeImages.map((image) => `README: ${image} is not an https address`),
  ];
  return problems.map((problem) => `${path.basename(file)}: ${problem}`);
}

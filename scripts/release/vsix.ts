import path from 'node:path';
import { createVSIX, type IPackageOptions } from '@vscode/vsce';
import type { ProjectLocation } from './project-location.ts';
import { publishedReadme } from './published-readme.ts';
import { sourceDateEpoch, withStaging } from './staging.ts';

const folder = 'packages/vscode-ext';
const parts = [
  ...['.vscodeignore', 'package.json', 'package.nls.json', 'package.nls.de.json', 'README.md', 'LICENSE'],
  ...['dist', 'l10n', 'language', 'media', 'walkthrough'],
];

/**
 * Packs the folder of an extension reproducibly: the same files give the same archive. By default vsce stores file
 * times in it, in the local time zone.
 */
export async function createVsix(cwd: string, packagePath: string, options: IPackageOptions = {}): Promise<void> {
  const { SOURCE_DATE_EPOCH, TZ } = process.env;
  Object.assign(process.env, { SOURCE_DATE_EPOCH: sourceDateEpoch, TZ: 'UTC' });
  try {
    const changelogPath = 'dist/CHANGELOG.md';
    await createVSIX({ ...options, cwd, packagePath, changelogPath, dependencies: false });
  } finally {
    for (const [name, value] of Object.entries({ SOURCE_DATE_EPOCH, TZ })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Packs the VS Code extension from its build output. Returns the path of the `.vsix`. Throws what vsce finds wrong. */
export async function packVsix(output: string, location: ProjectLocation, version: string): Promise<string> {
  return await withStaging('vscode-ext', parts, async (staging) => {
    await staging.edit('package.json', (text) => {
      const { repository, homepage, bugs } = location;
      return `${JSON.stringify({ ...JSON.parse(text), repository, homepage, bugs }, null, 2)}\n`;
    });
    await staging.edit('README.md', (text) => publishedReadme(text, folder, location, version));
    await staging.edit('dist/CHANGELOG.md', (text) => publishedReadme(text, '', location, version));
    const file = path.resolve(output, `tracklens-${version}.vsix`);
    await createVsix(staging.folder, file);
    return file;
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { type npmPackages, packNpm } from './npm-package.ts';

/** Options of a project. */
interface NpmProjectOptions {
  /** Folder for the tarballs and the project. */
  readonly folder: string;
  /** Packages to pack and install. */
  readonly packages: readonly (typeof npmPackages)[number][];
}

/**
 * Packs packages as they are published, from their build output, and installs them in an empty project of ES modules.
 * Returns the folder of the project.
 */
export async function npmProject({ folder, packages }: NpmProjectOptions): Promise<string> {
  const tarballs: string[] = [];
  for (const name of packages) tarballs.push(await packNpm(name, folder));
  return await installedProject(folder, tarballs);
}

/** Installs tarballs in an empty project of ES modules. Returns the folder of the project. */
export async function installedProject(folder: string, tarballs: readonly string[]): Promise<string> {
  const project = path.join(folder, 'project');
  await mkdir(project, { recursive: true });
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], { cwd: project });
  return project;
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../folders.ts';
import type { ProjectLocation } from './project-location.ts';

/** Returns the tag in the repository that a version is released from. */
export function releaseTag(version: string): string {
  return `v${version}`;
}

const link = /(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)/g;

/**
 * Returns the README of a package as a registry shows it: relative images and links have the address of the file in the
 * released version.
 *
 * @param folder folder of the README, from the root
 * @throws Error for a file that does not exist
 */
export function publishedReadme(text: string, folder: string, location: ProjectLocation, version: string): string {
  const tag = releaseTag(version);
  return text.replace(link, (_, image: string, label: string, target: string) => {
    const file = path.posix.join(folder, target.replace(/#.*$/, ''));
    if (!existsSync(inRoot(file))) throw new Error(`${folder}/README.md refers to ${target}, which does not exist.`);
    const url = image ? location.fileUrl(file, tag) : location.pageUrl(file, tag);
    return `${image}[${label}](${url}${/#.*$/.exec(target)?.[0] ?? ''})`;
  });
}

import { readdir, readFile } from 'node:fs/promises';
import { inRoot } from '../../scripts/folders.ts';

/** A page of the documentation, by its path in the checkout. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** The pages that people write: those of the checkout's root, `docs`, and the READMEs of the packages. */
export async function pages(): Promise<Page[]> {
  const inFolder = async (folder: string) =>
    (await readdir(inRoot(folder)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder ? `${folder}/` : '') + name);
  const packages = (await readdir(inRoot('packages'))).map((name) => `packages/${name}`);
  const paths = (await Promise.all(['', 'docs', 'docs/decisions', 'bench', ...packages].map(inFolder))).flat();
  return await Promise.all(paths.map(page));
}

/** One page. */
export async function page(path: string): Promise<Page> {
  return { path, text: await readFile(inRoot(path), 'utf8') };
}

/** The examples of a page in one language, in their order. */
export function examples({ text }: Page, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!);
}

/** The page without its examples. */
export const prose = ({ text }: Page): string => text.replace(/^```.*?^```$/gms, '');

/** What the lines of an example say that they print, behind an arrow. */
export const promised = (code: string): string[] => [...code.matchAll(/(?:\/\/|#) → (.*)$/gm)].map(([, said]) => said!);

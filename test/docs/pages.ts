import { glob, readFile } from 'node:fs/promises';
import { inRoot, root } from '../../scripts/folders.ts';

/** Page of the documentation. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Pages that are written by hand: those in the root folder, in `docs`, and the READMEs of the packages. */
export async function pages(): Promise<Page[]> {
  const paths: string[] = [];
  for await (const path of glob(['*.md', '{docs,docs/decisions,bench,packages/*}/*.md'], { cwd: root }))
    paths.push(path);
  return await Promise.all(paths.map(page));
}

/** Returns the content of a page. */
export async function page(path: string): Promise<Page> {
  return { path, text: await readFile(inRoot(path), 'utf8') };
}

/** Example of a page. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

/** Returns the examples of a page, in order. */
export function allExamples({ text }: Page): Example[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));
}

/** Returns the examples of a page in one language, in order. */
export function examples(of: Page, language: string): string[] {
  return allExamples(of)
    .filter((example) => example.language === language)
    .map(({ code }) => code);
}

/** Returns the commands of a page that are indented, without their comments, in order. */
export const commands = ({ text }: Page): string[] =>
  [...text.matchAll(/^ {4}(tracklens .*?)(?: {2,}#.*)?$/gm)].map(([, command]) => command!);

/** Returns the page without its examples. */
export const prose = ({ text }: Page): string => text.replace(/^```.*?^```$/gms, '');

/** Returns the expected output of an example, which its lines state after an arrow. */
export const expectedOutput = (code: string): string[] =>
  [...code.matchAll(/(?:\/\/|#) → (.*)$/gm)].map(([, output]) => output!);

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigurationPaths } from '../node/configuration-files.ts';
import { temporaryFolder } from './cleanup.ts';

/** Expected result of reading the configuration. */
export type Expected =
  | { readonly found: { readonly apiKey: string; readonly url: string } }
  /** Message and remedy of the expected error, without a capital letter and a full stop. */
  | { readonly message: string; readonly remedy: string | null };

/**
 * Test case of `configuration-cases.json`, which all clients are tested against, with its folders created on disk.
 */
export interface ConfigurationCase {
  readonly name: string;
  readonly argument: { readonly apiKey?: string; readonly url?: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  readonly homeFolder: string;
  readonly expected: Expected;
}

/** URLs that replace the placeholders `{own}`, the service of the key, and `{other}`. */
export interface CaseAddresses {
  readonly own: string;
  readonly other: string;
}

/** Returns the paths and environment of a case for `readConfiguration`. */
export function pathsOf({ workingFolder, homeFolder, environment }: ConfigurationCase): Required<ConfigurationPaths> {
  return { workingFolder, homeFolder, env: environment };
}

type Lines = readonly string[];

interface CaseData {
  readonly name: string;
  readonly argument?: { readonly apiKey?: string; readonly url?: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, Lines | { readonly encoding: string; readonly lines: Lines }>>;
  /** Symbolic links by path, with their targets. */
  readonly links?: Readonly<Record<string, string>>;
  readonly localService?: { readonly url: string; readonly apiKey: string };
  readonly workingFolder?: 'home';
  readonly found?: { readonly apiKey: string; readonly url: string };
  /** `url` is the address that the key is not sent to. Default: `{other}`. */
  readonly refused?: { readonly key: string; readonly address: string; readonly url?: string };
  /** Settings file that is rejected because it is outside of the working folder. */
  readonly outside?: string;
  readonly invalid?: string;
}

/** Texts of an error, with placeholders. */
interface ErrorTexts {
  readonly message: string;
  readonly remedy: string;
}

interface Table {
  readonly refusal: ErrorTexts;
  readonly outside: ErrorTexts;
  readonly cases: readonly CaseData[];
}

const tableFile = path.join(import.meta.dirname, 'configuration-cases.json');

const encoders: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8-bom': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16le-bare': (text) => Buffer.from(text, 'utf16le'),
};

/** Returns the cases of the table, each with its own folders in a new temporary folder. */
export async function configurationCases(
  owner: Parameters<typeof temporaryFolder>[0],
  addresses: CaseAddresses,
): Promise<readonly ConfigurationCase[]> {
  const { cases, ...texts } = JSON.parse(await readFile(tableFile, 'utf8')) as Table;
  const folder = await temporaryFolder(owner);
  const made = cases.map((data, index) => writeCase(data, texts, path.join(folder, String(index)), addresses));
  return await Promise.all(made);
}

async function writeCase(
  given: CaseData,
  texts: Omit<Table, 'cases'>,
  folder: string,
  addresses: CaseAddresses,
): Promise<ConfigurationCase> {
  const [work, home, named] = ['work', 'home', 'named'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const paths: Readonly<Record<string, string>> = { ...addresses, work, home, named };
  const entry = filled(given, paths);
  for (const name of [work, home, named]) await mkdir(name, { recursive: true });
  for (const [name, file] of Object.entries(entry.files ?? {})) {
    const { encoding, lines } = 'lines' in file ? file : { encoding: 'utf-8', lines: file };
    await writeFile(path.join(folder, name), encoders[encoding]!(`${lines.join('\n')}\n`));
  }
  for (const [name, target] of Object.entries(entry.links ?? {})) await symlink(target, path.join(folder, name));
  if (entry.localService) {
    const data = path.join(home, '.tracklens');
    await mkdir(data);
    await writeFile(path.join(data, 'service.json'), JSON.stringify({ url: entry.localService.url }));
    await writeFile(path.join(data, 'api-key'), `${entry.localService.apiKey}\n`);
  }
  return {
    name: entry.name,
    argument: entry.argument ?? {},
    environment: entry.environment ?? {},
    workingFolder: entry.workingFolder === 'home' ? home : work,
    homeFolder: home,
    expected: expectation(entry, texts, paths),
  };
}

/** Replaces the placeholders of a case by paths and URLs. */
function filled(data: CaseData, paths: Readonly<Record<string, string>>): CaseData {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' ? fill(value, paths) : value,
  ) as CaseData;
}

function fill(text: string, paths: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{keyOf:(\w+)\}/g, (_, name: string) => keyOf(paths[name]!))
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => paths[name] ?? placeholder);
}

/** Returns an API key that contains the URL of its service. */
function keyOf(url: string): string {
  return `short*${btoa(JSON.stringify({ baseUrl: `${url}/` }))}`;
}

function expectation(
  data: CaseData,
  { refusal, outside }: Omit<Table, 'cases'>,
  { other }: Readonly<Record<string, string>>,
): Expected {
  if (data.found) return { found: data.found };
  if (data.invalid) return { message: data.invalid, remedy: null };
  const texts = data.outside ? outside : refusal;
  const values = data.outside ? { file: data.outside } : { url: other!, ...data.refused };
  return { message: fill(texts.message, values), remedy: fill(texts.remedy, values) };
}

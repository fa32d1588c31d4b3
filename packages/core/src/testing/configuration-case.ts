import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigurationPlaces } from '../node/configuration-files.ts';
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
export function placesOf({ workingFolder, homeFolder, environment }: ConfigurationCase): Required<ConfigurationPlaces> {
  return { workingFolder, homeFolder, env: environment };
}

type Lines = readonly string[];

interface Row {
  readonly name: string;
  readonly argument?: { readonly apiKey?: string; readonly url?: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, Lines | { readonly encoding: string; readonly lines: Lines }>>;
  readonly localService?: { readonly url: string; readonly apiKey: string };
  readonly workingFolder?: 'home';
  readonly found?: { readonly apiKey: string; readonly url: string };
  /** `url` is the address that the key is not sent to. Default: `{other}`. */
  readonly refused?: { readonly key: string; readonly address: string; readonly url?: string };
  readonly invalid?: string;
}

interface Table {
  readonly refusal: { readonly message: string; readonly remedy: string };
  readonly cases: readonly Row[];
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
  const { refusal, cases } = JSON.parse(await readFile(tableFile, 'utf8')) as Table;
  const folder = await temporaryFolder(owner);
  const made = cases.map((row, index) => writeCase(row, refusal, path.join(folder, String(index)), addresses));
  return await Promise.all(made);
}

async function writeCase(
  given: Row,
  refusal: Table['refusal'],
  folder: string,
  addresses: CaseAddresses,
): Promise<ConfigurationCase> {
  const [work, home, named] = ['work', 'home', 'named'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const places: Readonly<Record<string, string>> = { ...addresses, work, home, named };
  const row = filled(given, places);
  for (const name of [work, home, named]) await mkdir(name, { recursive: true });
  for (const [name, file] of Object.entries(row.files ?? {})) {
    const { encoding, lines } = 'lines' in file ? file : { encoding: 'utf-8', lines: file };
    await writeFile(path.join(folder, name), encoders[encoding]!(`${lines.join('\n')}\n`));
  }
  if (row.localService) {
    const data = path.join(home, '.tracklens');
    await mkdir(data);
    await writeFile(path.join(data, 'service.json'), JSON.stringify({ url: row.localService.url }));
    await writeFile(path.join(data, 'api-key'), `${row.localService.apiKey}\n`);
  }
  return {
    name: row.name,
    argument: row.argument ?? {},
    environment: row.environment ?? {},
    workingFolder: row.workingFolder === 'home' ? home : work,
    homeFolder: home,
    expected: expectation(row, refusal, places),
  };
}

/** Replaces the placeholders of a case by paths and URLs. */
function filled(row: Row, places: Readonly<Record<string, string>>): Row {
  return JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === 'string' ? fill(value, places) : value,
  ) as Row;
}

function fill(text: string, places: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{keyOf:(\w+)\}/g, (_, name: string) => keyOf(places[name]!))
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => places[name] ?? placeholder);
}

/** Returns an API key that contains the URL of its service. */
function keyOf(url: string): string {
  return `short*${btoa(JSON.stringify({ baseUrl: `${url}/` }))}`;
}

function expectation(row: Row, refusal: Table['refusal'], { other }: Readonly<Record<string, string>>): Expected {
  if (row.found) return { found: row.found };
  if (row.invalid) return { message: row.invalid, remedy: null };
  const places = { url: other!, ...row.refused };
  return { message: fill(refusal.message, places), remedy: fill(refusal.remedy, places) };
}

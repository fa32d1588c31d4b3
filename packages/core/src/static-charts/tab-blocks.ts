import type { AssetRecord } from '../contract/index.ts';
import { fromBase64 } from '../snapshots/content-budget.ts';
import type { SnapshotContent } from '../snapshots/snapshot-content.ts';
import { experimentTables, limitedTable } from '../snapshots/static-table.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { Tab } from '../targets/tabs.ts';
import type { ViewState } from '../targets/view-state.ts';
import { histogramBlock } from './histogram-block.ts';
import { matrixBlock } from './matrix-block.ts';
import { rasterType } from './raster-type.ts';
import type { StaticBlock, StaticImage } from './static-block.ts';

/** Parts that the blocks of a tab are built from. */
export interface TabParts {
  /** Returns the charts of a state. */
  charts(state: ViewState): StaticBlock[];
  /** Whether charts and images are included. */
  readonly images: boolean;
}

/** Sizes of the static form in characters: of all images as Base64, and of one text. */
const imageCharacters = 30_000;
const textCharacters = 12_000;

type Blocks = (content: SnapshotContent, experiment: SnapshotExperiment, images: boolean) => StaticBlock[];

/** Blocks of the tabs that show more than metrics and parameters. */
const blocksOfTab: Readonly<Partial<Record<Tab, Blocks>>> = {
  artifacts: ({ artifacts = [], artifactFiles = {} }) => [
    table(
      ['artifact', 'version', 'type', 'aliases and tags', 'files', 'bytes'],
      artifacts.flatMap(({ artifactId, name, type, versions }) =>
        versions.map(({ version, alias, tags, sizeInBytes }) => [
          name,
          version,
          type,
          [...new Set([...alias, ...tags])].join(', '),
          String(artifactFiles[`${artifactId} ${version}`]?.length ?? ''),
          sizeInBytes.toLocaleString('en-US'),
        ]),
      ),
    ),
  ],
  assets: ({ assets = [] }) => [assetTable(assets)],
  audio: ({ assets = [], audioSeconds = {} }) => [
    table(
      ['file', 'step', 'seconds', 'bytes'],
      assets.map(({ assetId, fileName, step, fileSize }) => [
        fileName,
        step === null ? '' : String(step),
        audioSeconds[assetId]?.toFixed(1) ?? '',
        fileSize.toLocaleString('en-US'),
      ]),
    ),
  ],
  code: ({ code = '', git, gitPatchText = '', assets = [], files = {} }) => [
    ...(git === undefined
      ? []
      : [
          table(
            ['git', 'value'],
            Object.entries(git).map(([name, value]) => [name, value ?? '']),
          ),
        ]),
    ...(code === '' ? [] : [text('Script', code)]),
    ...(gitPatchText === '' ? [] : [text('Patch of uncommitted changes', gitPatchText)]),
    ...assets.flatMap(({ assetId, fileName }) => textFile(fileName, files[assetId], code)),
  ],
  'confusion-matrices': ({ assets = [], files = {} }) =>
    assets.slice(0, 2).flatMap(({ assetId, fileName }) => matrixBlock(fileName, decoded(files[assetId])) ?? []),
  histograms: ({ assets = [], files = {} }) => {
    const read = assets.map(({ assetId, fileName, step }) => ({ name: fileName, step, json: decoded(files[assetId]) }));
    return [histogramBlock(read), assetTable(assets)];
  },
  images: ({ assets = [], files = {} }, _, images) => [
    ...(images ? [{ kind: 'images' as const, images: imagesOf(assets, files) }] : []),
    assetTable(assets),
  ],
  'installed-packages': ({ system }) => [
    table(
      ['package', 'kind'],
      [
        ...(system?.installedPackages ?? []).map((line) => [line, 'Python']),
        ...(system?.osPackages ?? []).map((line) => [line, 'operating system']),
      ],
      100,
    ),
  ],
  notes: ({ projectNotes = '' }, { others = [] }) => {
    const isNotes = ({ name }: { readonly name: string }) => /^notes?$/i.test(name);
    const items = others.filter((item) => !isNotes(item) && item.name !== 'Name');
    return [
      ...others.filter(isNotes).map(({ valueCurrent }) => text('Notes', valueCurrent ?? '')),
      ...(projectNotes.trim() === '' ? [] : [text('Notes of the project', projectNotes)]),
      table(
        ['item', 'value'],
        items.map(({ name, valueCurrent }) => [name, valueCurrent ?? '']),
      ),
    ];
  },
  text: ({ output = [], html = '', assets = [], files = {} }) => [
    ...assets.slice(0, 20).flatMap(({ assetId, fileName, step }) => textFile(stepName(fileName, step), files[assetId])),
    ...(output.length === 0 ? [] : [text('Output', terminalText(output.map((piece) => piece.text).join('')))]),
    // Logged HTML is shown as its source: it is never part of the page.
    ...(html === '' ? [] : [text('HTML', html)]),
  ],
};

/** Returns the content of the open tab of an experiment. */
export function tabBlocks(
  { content }: Snapshot,
  experiment: SnapshotExperiment,
  state: ViewState,
  { charts, images }: TabParts,
): StaticBlock[] {
  const { tab } = state;
  const blocks = tab === undefined || content?.tab !== tab ? undefined : blocksOfTab[tab];
  if (blocks !== undefined) {
    const filled = blocks(content!, experiment, images).filter(isFilled);
    if (filled.length > 0 || content?.leftOut !== undefined) return filled;
    return [{ kind: 'text', text: `The tab "${tab}" of this experiment is empty.` }];
  }
  if (tab === 'system-metrics') return [...charts(systemState(experiment, state)), ...systemTable(content)];
  const tables = experimentTables(experiment, state).map((one): StaticBlock => ({ kind: 'table', table: one }));
  return tab === 'metrics' || tab === 'parameters' ? tables : [...charts(state), ...tables];
}

/** Returns the state of the charts of the machine. */
function systemState({ metrics }: SnapshotExperiment, { charts, ...state }: ViewState): ViewState {
  const names = metrics.map(({ name }) => name).filter((name) => name.startsWith('sys.'));
  return { ...state, charts: { ...charts, metrics: names } };
}

function systemTable(content: SnapshotContent | undefined): StaticBlock[] {
  const {
    installedPackages: _,
    osPackages: __,
    experimentKey: ___,
    systemMetricNames: ____,
    ...system
  } = content?.system ?? {};
  const facts = Object.entries(system).map(([name, value]) => [name, factText(value)]);
  return [
    table(
      ['machine', 'value'],
      facts.filter(([, value]) => value !== ''),
      60,
    ),
  ].filter(isFilled);
}

function factText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[], limit = 40): StaticBlock => ({
  kind: 'table',
  table: limitedTable(columns, rows, limit),
});

const text = (title: string, value: string): StaticBlock => ({
  kind: 'text',
  title,
  text: value.length > textCharacters ? `${value.slice(0, textCharacters)}\n…` : value,
});

const stepName = (name: string, step: number | null) => (step === null ? name : `${name} at step ${step}`);

/** Returns the text that a terminal shows at the end: without colours, and of a progress bar only its last state. */
function terminalText(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of a terminal begin with this character.
  const plain = output.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replaceAll('\r\n', '\n');
  return plain.replace(/^.*\r(?=.)/gm, '').replaceAll('\r', '');
}

/** Whether a block shows something. */
function isFilled(block: StaticBlock): boolean {
  if (block.kind === 'table') return block.table.rows.length > 0;
  return block.kind !== 'images' || block.images.length > 0;
}

function assetTable(assets: readonly AssetRecord[]): StaticBlock {
  const rows = assets.map(({ fileName, type, step, fileSize }) => [
    fileName,
    type,
    step === null ? '' : String(step),
    fileSize.toLocaleString('en-US'),
  ]);
  return table(['file', 'type', 'step', 'bytes'], rows);
}

/** Decodes a file as text; null when it is not held or not text. */
function decoded(base64: string | undefined): string | null {
  const bytes = base64 === undefined ? null : fromBase64(base64);
  if (bytes === null || bytes.includes(0)) return null;
  return new TextDecoder().decode(bytes);
}

/** Returns a file as a block, unless it is the text that is shown already. */
function textFile(name: string, base64: string | undefined, shown?: string): StaticBlock[] {
  const content = decoded(base64);
  return content === null || content === shown ? [] : [text(name, content)];
}

/** Returns the images that fit. Only raster images, recognised by their first bytes, become part of the page. */
function imagesOf(assets: readonly AssetRecord[], files: Readonly<Record<string, string>>): StaticImage[] {
  let left = imageCharacters;
  return assets.flatMap(({ assetId, fileName, step }) => {
    const base64 = files[assetId];
    const bytes = base64 === undefined ? null : fromBase64(base64);
    const type = bytes === null ? null : rasterType(bytes);
    if (type === null || base64!.length > left || !/^[A-Za-z0-9+/=]+$/.test(base64!)) return [];
    left -= base64!.length;
    return [{ source: `data:${type};base64,${base64}`, caption: stepName(fileName, step) }];
  });
}

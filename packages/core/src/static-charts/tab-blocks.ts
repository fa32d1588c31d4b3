import { countText } from '../charts/count-text.ts';
import type { AssetRecord } from '../contract/index.ts';
import { fromBase64 } from '../snapshots/base64.ts';
import { gitFacts } from '../snapshots/git-facts.ts';
import { cutEnd } from '../snapshots/shortened-end.ts';
import type { SnapshotContent } from '../snapshots/snapshot-content.ts';
import { experimentTables, limitedTable } from '../snapshots/static-table.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { Tab } from '../targets/tabs.ts';
import type { ViewState } from '../targets/view-state.ts';
import { curveBlock } from './curve-block.ts';
import { histogramBlock } from './histogram-block.ts';
import type { StaticImage } from './image-figure.ts';
import { matrixBlock } from './matrix-block.ts';
import { rasterType } from './raster-type.ts';
import { blockHtml, isFilled, type StaticBlock, type StaticTextBlock } from './static-block.ts';
import { systemBlock, systemMetrics } from './system-block.ts';

/** Parts that the blocks of a tab are built from. */
export interface TabParts {
  /** Returns the charts of a state. */
  charts(state: ViewState): StaticBlock[];
  /** Whether charts and images are included. */
  readonly images: boolean;
}

/**
 * Sizes of the static form in characters: of all images as Base64, of one text, of all texts as HTML, and the least of
 * a shortened text.
 */
const imageCharacters = 30_000;
const textCharacters = 12_000;
const textsCharacters = 30_000;
const leastCharacters = 500;

/** Maximum number of confusion matrices in a static form. */
const matrixLimit = 2;

type Blocks = (
  content: SnapshotContent,
  experiment: SnapshotExperiment,
  images: boolean,
  whole: Snapshot['whole'],
) => StaticBlock[];

/** Blocks of the tabs that show more than metrics and parameters. */
const blocksOfTab: Readonly<Partial<Record<Tab, Blocks>>> = {
  artifacts: ({ artifacts = [], artifactInputs = [], artifactFiles = {} }) => [
    table(
      ['artifact', 'version', 'input or output', 'type', 'aliases and tags', 'files', 'bytes'],
      artifacts.flatMap(({ artifactId, name, type, versions }) =>
        versions.map(({ artifactVersionId, version, alias, tags, sizeInBytes }) => [
          name,
          version,
          artifactInputs.includes(artifactVersionId) ? 'input' : 'output',
          type,
          [...new Set([...alias, ...tags])].join(', '),
          String(artifactFiles[`${artifactId} ${version}`]?.length ?? ''),
          countText(sizeInBytes),
        ]),
      ),
    ),
    table(
      ['artifact', 'file', 'bytes'],
      artifacts.flatMap(({ artifactId, name, versions }) =>
        versions.flatMap(({ version }) =>
          (artifactFiles[`${artifactId} ${version}`] ?? []).map(({ fileName, fileSize }) => [
            `${name} ${version}`,
            fileName,
            countText(fileSize),
          ]),
        ),
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
        Object.hasOwn(audioSeconds, assetId) ? audioSeconds[assetId]!.toFixed(1) : '',
        countText(fileSize),
      ]),
    ),
  ],
  code: ({ code = '', git, gitPatchText = '', modelGraph = '', assets = [], files = {} }) => [
    ...(git === undefined ? [] : [table(['git', 'value'], gitFacts(git))]),
    ...(code === '' ? [] : [text('Script', code)]),
    ...(gitPatchText === '' ? [] : [text('Patch of uncommitted changes', gitPatchText)]),
    ...(modelGraph === '' ? [] : [text('Model graph', modelGraph)]),
    ...assets.flatMap(({ assetId, fileName }) => textFile(fileName, files[assetId], code)),
  ],
  'confusion-matrices': ({ assets = [], files = {} }) => {
    const matrices = assets.flatMap(({ assetId, fileName }) => {
      const block = matrixBlock(fileName, decoded(files[assetId]));
      return block === null ? [] : [{ assetId, block }];
    });
    const shown = matrices.slice(0, matrixLimit);
    return [...shown.map(({ block }) => block), restTable(assets, shown)];
  },
  histograms: ({ assets = [], files = {} }) => {
    const read = assets.map(({ assetId, fileName, step }) => ({ name: fileName, step, json: decoded(files[assetId]) }));
    const unread = assets.filter(({ assetId }) => decoded(files[assetId]) === null);
    return [histogramBlock(read), assetTable(unread)];
  },
  images: ({ assets = [], files = {} }, _, images) => {
    const found = images ? imagesOf(assets, files) : [];
    return [{ kind: 'images', images: found }, restTable(assets, found)];
  },
  'installed-packages': ({ system }) => [
    table(
      ['package', 'version', 'kind'],
      [
        ...(system?.installedPackages ?? []).map((line) => [...nameAndVersion(line, '=='), 'Python']),
        ...(system?.osPackages ?? []).map((line) => [...nameAndVersion(line, ' '), 'operating system']),
      ],
      100,
    ),
  ],
  notes: ({ projectNotes = '' }, { others = [] }, _, whole) => {
    const isNotes = ({ name }: { readonly name: string }) => /^notes?$/i.test(name);
    const items = others.filter((item) => !isNotes(item) && item.name !== 'Name');
    const absent = (whole?.records?.others ?? others.length) - others.length;
    return [
      ...others.filter(isNotes).map(({ valueCurrent }) => markdown('Notes', valueCurrent ?? '')),
      ...(projectNotes.trim() === '' ? [] : [markdown('Notes of the project', projectNotes)]),
      table(
        ['item', 'value'],
        items.map(({ name, valueCurrent }) => [name, valueCurrent ?? '']),
        40,
        items.length + absent,
      ),
    ];
  },
  text: ({ output = [], html = '', assets = [], files = {} }) => [
    ...assets.flatMap(({ assetId, fileName, step }) => textFile(stepName(fileName, step), files[assetId])),
    ...(output.length === 0 ? [] : [text('Output', terminalText(output.map((piece) => piece.text).join('')))]),
    // Logged HTML is shown as its source: it is never part of the page.
    ...(html === '' ? [] : [text('HTML', html)]),
  ],
};

/** Returns the content of the open tab of an experiment. */
export function tabBlocks(
  snapshot: Snapshot,
  experiment: SnapshotExperiment,
  state: ViewState,
  { charts, images }: TabParts,
): StaticBlock[] {
  const { content } = snapshot;
  const { tab } = state;
  const blocks = tab === undefined || content?.tab !== tab ? undefined : blocksOfTab[tab];
  if (blocks !== undefined) {
    const filled = withinTexts(blocks(content!, experiment, images, snapshot.whole).filter(isFilled));
    if (filled.length > 0 || content?.leftOut !== undefined) return filled;
    return [{ kind: 'text', text: `The tab "${tab}" of this experiment is empty.` }];
  }
  if (tab === 'system-metrics') {
    const metrics = systemMetrics(snapshot, experiment);
    return [...charts({ ...state, charts: { ...state.charts, metrics } }), ...[systemBlock(content)].filter(isFilled)];
  }
  const tables = experimentTables(experiment, state, snapshot.whole).map(
    (one): StaticBlock => ({ kind: 'table', table: one }),
  );
  return tab === 'metrics' || tab === 'parameters'
    ? tables
    : [...charts(state), ...curves(content, experiment, images), ...tables];
}

/** Returns the curves of the charts tab. */
function curves(
  content: SnapshotContent | undefined,
  { metadata }: SnapshotExperiment,
  images: boolean,
): StaticBlock[] {
  if (!images || content?.tab !== 'charts') return [];
  const { assets = [], files = {} } = content;
  const read = assets.map(({ assetId, fileName, step }) => ({ name: fileName, step, json: decoded(files[assetId]) }));
  return [curveBlock(read, metadata.experimentKey)];
}

/** Splits a line of a list of packages: `numpy==2.4.6`, `libc6 2.41`. */
function nameAndVersion(line: string, separator: string): [name: string, version: string] {
  const at = line.indexOf(separator);
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + separator.length)];
}

const table = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  limit = 40,
  all = rows.length,
): StaticBlock => ({ kind: 'table', table: limitedTable(columns, rows, limit, all) });

const text = (title: string, value: string): StaticTextBlock => ({ kind: 'text', title, text: value });
const markdown = (title: string, value: string): StaticBlock => ({ ...text(title, value), markdown: true });

/** Shortens texts until their HTML fits, files after others. Those that do not fit are counted at the end. */
function withinTexts(blocks: readonly StaticBlock[]): StaticBlock[] {
  let left = textsCharacters;
  const texts = blocks.filter((block) => block.kind === 'text');
  const shown = new Map<StaticBlock, StaticBlock>();
  for (const block of texts.sort((a, b) => Number(a.file ?? false) - Number(b.file ?? false))) {
    const short = shortened(block, left);
    const size = blockHtml(short).length;
    if (size > left || (short !== block && short.text.length < leastCharacters)) continue;
    left -= size;
    shown.set(block, short);
  }
  const more = texts.length - shown.size;
  return [
    ...blocks.flatMap((block) => (block.kind === 'text' ? (shown.get(block) ?? []) : [block])),
    ...(more > 0 ? [{ kind: 'text' as const, text: `${countText(more)} more ${more === 1 ? 'text' : 'texts'}` }] : []),
  ];
}

/** Shortens a text to the size of one text, and further until its HTML has at most `limit` characters. */
function shortened(block: StaticTextBlock, limit: number): StaticTextBlock {
  let length = Math.min(block.text.length, textCharacters);
  let shown = block;
  for (;;) {
    if (length < block.text.length) shown = { ...block, text: `${cutEnd(block.text, length)}\n…` };
    const size = blockHtml(shown).length;
    if (size <= limit || length === 0) return shown;
    length = Math.floor(length * Math.min(0.98, limit / size));
  }
}

const stepName = (name: string, step: number | null) => (step === null ? name : `${name} at step ${step}`);

/** Returns the text that a terminal shows at the end: without colors, and of a progress bar only its last state. */
function terminalText(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of a terminal begin with this character.
  const plain = output.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replaceAll('\r\n', '\n');
  return plain.replace(/^.*\r(?=.)/gm, '').replaceAll('\r', '');
}

function assetTable(assets: readonly AssetRecord[], title?: string): StaticBlock {
  const rows = assets.map(({ fileName, type, step, fileSize }) => [
    fileName,
    type,
    step === null ? '' : String(step),
    countText(fileSize),
  ]);
  return {
    kind: 'table',
    ...(title ? { title } : {}),
    table: limitedTable(['file', 'type', 'step', 'bytes'], rows, 40),
  };
}

/** Lists the assets that a tab does not show. */
function restTable(assets: readonly AssetRecord[], shown: readonly { readonly assetId: string }[]): StaticBlock {
  const shownIds = new Set(shown.map(({ assetId }) => assetId));
  const rest = assets.filter(({ assetId }) => !shownIds.has(assetId));
  return assetTable(rest, shown.length > 0 ? 'Not shown here' : undefined);
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
  return content === null || content === shown ? [] : [{ ...text(name, content), file: true }];
}

/** Image of an asset. */
interface AssetImage extends StaticImage {
  readonly assetId: string;
}

/** Returns the images that fit. Only raster images, recognized by their first bytes, become part of the page. */
function imagesOf(assets: readonly AssetRecord[], files: Readonly<Record<string, string>>): AssetImage[] {
  let left = imageCharacters;
  return assets.flatMap(({ assetId, fileName, step }) => {
    const base64 = files[assetId];
    const bytes = base64 === undefined ? null : fromBase64(base64);
    const type = bytes === null ? null : rasterType(bytes);
    if (type === null || base64!.length > left || !/^[A-Za-z0-9+/=]+$/.test(base64!)) return [];
    left -= base64!.length;
    return [{ assetId, source: `data:${type};base64,${base64}`, caption: stepName(fileName, step) }];
  });
}

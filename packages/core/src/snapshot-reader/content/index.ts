import { isRestApiException } from '../../client/errors.ts';
import { Allowance, cutMiddle, jsonBytes } from '../../snapshots/content-budget.ts';
import type { SnapshotContent } from '../../snapshots/snapshot-content.ts';
import { type ContentTab, hasContent, type Tab } from '../../targets/tabs.ts';
import { readArtifacts } from './artifacts.ts';
import { readAssets, withFiles } from './assets.ts';
import { readAudio } from './audio.ts';
import { largestBytes, recordBytes } from './budget.ts';
import { readCode } from './code.ts';
import type { ContentReader, ContentSource } from './content-source.ts';
import { readSystem } from './system.ts';
import { readTexts } from './texts.ts';

const readers: Readonly<Record<ContentTab, ContentReader>> = {
  artifacts: readArtifacts,
  assets: readAssets,
  audio: readAudio,
  charts: readCurves,
  code: readCode,
  'confusion-matrices': (source) => withFiles(source, 'confusion-matrices', 'confusion matrices'),
  histograms: (source) => withFiles(source, 'histograms', 'histograms'),
  images: (source) => withFiles(source, 'images', 'images', { reduce: source.reduceImage }),
  'installed-packages': readSystem,
  notes: async ({ account, workspaceName, projectName, options }) => {
    return { projectNotes: cutMiddle(await account.getProjectNotes(workspaceName, projectName, options), recordBytes) };
  },
  'system-metrics': readSystem,
  text: readTexts,
};

/** Reads the curves below the charts. The charts are shown also if the files cannot be read. */
async function readCurves(source: ContentSource): ReturnType<ContentReader> {
  try {
    return await withFiles(source, 'charts', 'curves', { allowance: new Allowance(recordBytes) });
  } catch (error) {
    if (isRestApiException(error) && error.code !== 'aborted') return { leftOut: ['without the curves'] };
    throw error;
  }
}

/** Reads the content of a tab within its budget; undefined for a tab that has none but metrics and parameters. */
export async function takeContent(tab: Tab, source: ContentSource): Promise<SnapshotContent | undefined> {
  if (!hasContent(tab)) return undefined;
  const content = { tab, ...(await readers[tab](source)) };
  if (tab === 'charts' && content.assets?.length === 0 && content.leftOut === undefined) return undefined;
  return jsonBytes(content) <= largestBytes ? content : { tab, leftOut: ['the content of the tab'] };
}

import { readFile } from 'node:fs/promises';
import { type AssetRow, listAssets } from '../store/assets.ts';
import { contentPath } from '../store/contents.ts';
import { readText } from '../store/experiment-items.ts';
import { requireExperiment } from '../store/experiments.ts';
import type { Store } from '../store/store.ts';

/** A script that is longer is read as the asset that it is. */
const maxBytes = 16 * 1024 * 1024;

/** What the Python client marks the script itself with, among the files that it logs of a run. */
const isScript = ({ metadata }: AssetRow): boolean => {
  try {
    return (
      (JSON.parse(metadata ?? 'null') as { source_code_type?: unknown } | null)?.source_code_type ===
      'experiment_creation'
    );
  } catch {
    return false;
  }
};

/** The code that was set as a text; else the script that made the run, which is logged as a file; null without either. */
export async function loggedCode(store: Store, experimentKey: string): Promise<string | null> {
  await requireExperiment(store.db, experimentKey);
  const set = await readText(store.db, experimentKey, 'code');
  if (set !== null) return set;
  const script = (await listAssets(store, experimentKey, { type: 'source_code' })).find(isScript);
  if (script === undefined || script.sha256 === null || script.file_size > maxBytes) return null;
  return await readFile(contentPath(store, script.sha256), 'utf8');
}

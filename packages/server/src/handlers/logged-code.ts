import { readFile } from 'node:fs/promises';
import type { Store } from '../store/database/store.ts';
import { readText } from '../store/experiments/experiment-items.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { type AssetRow, listAssets } from '../store/files/assets.ts';
import { contentPath } from '../store/files/contents.ts';

/** Maximum size of a script that is returned as code. A larger one can be read as an asset. */
const maxBytes = 16 * 1024 * 1024;

/** Returns whether an asset is the main script, by the metadata that the Python client adds to it. */
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

/** Returns the code that was set as text; else the main script, which is logged as a file; null without either. */
export async function loggedCode(store: Store, experimentKey: string): Promise<string | null> {
  await requireExperiment(store.db, experimentKey);
  const set = await readText(store.db, experimentKey, 'code');
  if (set !== null) return set;
  const script = (await listAssets(store, experimentKey, { type: 'source_code' })).find(isScript);
  if (script === undefined || script.sha256 === null || script.file_size > maxBytes) return null;
  return await readFile(contentPath(store, script.sha256), 'utf8');
}

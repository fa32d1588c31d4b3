import type { AssetRecord } from '../../source/content-source.ts';

const isSource = (asset: AssetRecord): boolean => asset.type === 'source_code' || asset.type === 'notebook';
const isScript = ({ metadata }: AssetRecord): boolean =>
  (metadata as { source_code_type?: unknown } | null)?.source_code_type === 'experiment_creation';

/** Whether one of the files is the script that made the experiment: its text is what the service tells as the code. */
export function hasScript(files: readonly AssetRecord[]): boolean {
  return files.some(isScript);
}

/** The source files of an experiment: the script itself before the files it uses, those by name. */
export function sourceFiles(assets: readonly AssetRecord[]): readonly AssetRecord[] {
  return assets
    .filter(isSource)
    .sort(
      (a, b) =>
        Number(isScript(b)) - Number(isScript(a)) || a.fileName.localeCompare(b.fileName, 'en', { numeric: true }),
    );
}

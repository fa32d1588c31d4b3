/** Coverage of one source file, as node's test runner measures it. */
interface CoveredFile {
  readonly path: string;
  readonly totalLineCount: number;
  readonly coveredLineCount: number;
  readonly totalBranchCount: number;
  readonly coveredBranchCount: number;
}

/** Returns a table of the lines and branches that tests ran, by package. Only files that a test has loaded count. */
export function coverageTable({ files }: { readonly files: readonly CoveredFile[] }): string {
  const packages = Map.groupBy(files, ({ path }) => /packages[\\/]([^\\/]+)/.exec(path)?.[1] ?? 'other');
  const share = (of: readonly CoveredFile[], covered: keyof CoveredFile, total: keyof CoveredFile) => {
    const sum = (field: keyof CoveredFile) => of.reduce((result, file) => result + Number(file[field]), 0);
    return `${((100 * sum(covered)) / sum(total)).toFixed(1)} %`.padStart(9);
  };
  const rows = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, of]) => {
      const lines = share(of, 'coveredLineCount', 'totalLineCount');
      return `${name.padEnd(16)}${lines}${share(of, 'coveredBranchCount', 'totalBranchCount')}${String(of.length).padStart(7)}`;
    });
  return ['coverage            lines branches  files', ...rows].join('\n');
}

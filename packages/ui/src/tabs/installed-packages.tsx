import { type ReactElement, useMemo } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { containsWords } from '../text/contains-words.ts';
import type { Translate } from '../text/translate.ts';
import { useView } from '../view/view-context.ts';
import { type PackageRow, packageRows } from './packages/package-rows.ts';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useContent } from './use-content.ts';

const noPackages: readonly PackageRow[] = [];

function packageColumns(t: Translate): TableColumn<PackageRow>[] {
  return [
    {
      id: 'name',
      title: t('Package'),
      width: 220,
      sortable: true,
      cell: (row) => row.name,
      tooltip: (row) => row.name,
    },
    {
      id: 'version',
      title: t('Version'),
      width: 260,
      cell: (row) => <code className="tl-grid-text">{row.version}</code>,
      tooltip: (row) => row.version,
    },
  ];
}

/** Tab of the packages of the interpreter and of the operating system. */
export function InstalledPackagesTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const { host, layout } = useView();
  const [search, setSearch] = useChoice('installed-packages', 'search', '');
  const [kind, setKind] = useChoice('installed-packages', 'kind', 'python');
  const [descending, setDescending] = useChoice('installed-packages', 'descending', false);
  const read = useContent(`packages ${experimentKey}`, running, async (source, signal) => {
    const { installedPackages, osPackages } = await source.system(experimentKey, signal);
    return { python: packageRows(installedPackages), system: packageRows(osPackages) };
  });
  const all = read.data?.[kind] ?? noPackages;
  const rows = useMemo(() => {
    const found = all.filter(({ line }) => containsWords(line, search));
    return descending ? found.reverse() : found;
  }, [all, search, descending]);
  const columns = useMemo(() => packageColumns(t), [t]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the packages…')} rows={8} />;
  if (read.data.python.length + read.data.system.length === 0) {
    return (
      <Empty
        title={running ? t('No packages have been logged yet.') : t('No packages were logged.')}
        code={'experiment = comet_ml.Experiment(log_env_details=True)'}
      >
        {t('The SDK logs the packages of the interpreter automatically, unless this is turned off:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        {read.data.system.length > 0 && (
          <SelectField
            label={t('Packages of')}
            value={kind}
            choices={[
              ['python', `Python (${read.data.python.length})`],
              ['system', `${t('Operating system')} (${read.data.system.length})`],
            ]}
            onChange={setKind}
          />
        )}
        <SearchField value={search} onChange={setSearch} label={t('Search packages')} />
        <span className="tl-count">{t('%1 of %2', rows.length, all.length)}</span>
        <CopyButton
          text={() => rows.map(({ line }) => line).join('\n')}
          label={kind === 'python' ? t('Copy as requirements.txt') : t('Copy the list')}
          onFailure={host.report}
        />
      </div>
      <DataTable
        label={t('Installed packages')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.line}
        sort={{ column: 'name', descending }}
        onSort={() => setDescending(!descending)}
        maxHeight={layout === 'cell' ? 420 : null}
      />
    </>
  );
}

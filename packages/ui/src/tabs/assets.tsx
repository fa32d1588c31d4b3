import { fileBaseName } from '@tracklens/core/contract';
import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import type { AssetRecord } from '../source/content-source.ts';
import { fileSizeText, sizeText } from '../text/size-text.ts';
import { dateText, utcText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';
import { useView } from '../view/view-context.ts';
import { AssetPreview } from './assets/AssetPreview.tsx';
import { type AssetColumn, type AssetSort, type Count, foldersOf, shownAssets, typesOf } from './assets/asset-rows.ts';
import { seriesOf } from './assets/asset-series.ts';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useAssets } from './use-content.ts';

const noAssets: readonly AssetRecord[] = [];
const byName: AssetSort = { column: 'name', descending: false };

/** Tab of all files of the experiment. Filters by type, folder and search words, with a preview of one file. */
export function AssetsTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const { layout } = useView();
  const read = useAssets(experimentKey, running, 'assets');
  const [search, setSearch] = useChoice('assets', 'search', '');
  const [type, setType] = useChoice('assets', 'type', null);
  const [folder, setFolder] = useChoice('assets', 'folder', null);
  const [sort, setSort] = useChoice('assets', 'sort', byName);
  const [open, setOpen] = useChoice('assets', 'open', null);
  const assets = read.data ?? noAssets;
  const types = useMemo(() => typesOf(assets), [assets]);
  const folders = useMemo(() => foldersOf(assets), [assets]);
  const rows = useMemo(() => shownAssets(assets, { search, type, folder }, sort), [assets, search, type, folder, sort]);
  const columns = useMemo(() => assetColumns(t), [t]);
  const opened = useMemo(() => assets.find(({ assetId }) => assetId === open), [assets, open]);
  const series = useMemo(() => (opened?.type === 'curve' ? seriesOf(assets, opened) : null), [assets, opened]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the files…')} rows={8} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No file has been logged yet.') : t('No file was logged.')}
        code={
          'experiment.log_asset("predictions.csv")\nexperiment.log_asset_folder("outputs")\nexperiment.log_model("mlp", "weights.pt")'
        }
      >
        {t('Files of any kind appear here:')}
      </Empty>
    );
  }
  const total = rows.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search files')} />
        <CountedSelect label={t('Type')} every={t('All types')} options={types} value={type} onChange={setType} />
        {folders.length > 0 && (
          <CountedSelect
            label={t('Folder')}
            every={t('All folders')}
            options={folders}
            value={folder}
            onChange={setFolder}
          />
        )}
        <span className="tl-count">
          {t('%1 of %2', rows.length, assets.length)} · {sizeText(total)}
        </span>
      </div>
      <DataTable
        label={t('Files')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.assetId}
        sort={sort}
        onSort={(column) =>
          setSort({ column: column as AssetColumn, descending: sort.column === column && !sort.descending })
        }
        onActivate={(row) => setOpen(row.assetId === open ? null : row.assetId)}
        maxHeight={layout === 'cell' ? 320 : opened ? 300 : null}
      />
      {opened ? (
        <AssetPreview
          experimentKey={experimentKey}
          asset={opened}
          series={series}
          onOpen={setOpen}
          onClose={() => setOpen(null)}
        />
      ) : (
        <p className="tl-quiet tl-hint">{t('Select a file to preview or download it.')}</p>
      )}
    </>
  );
}

/** Returns the columns of the table of files. */
function assetColumns(t: Translate): TableColumn<AssetRecord>[] {
  return [
    {
      id: 'name',
      title: t('Name'),
      width: 260,
      sortable: true,
      cell: ({ fileName }) => (
        <span className="tl-grid-text">
          <span className="tl-quiet">{fileName.slice(0, fileName.length - fileBaseName(fileName).length)}</span>
          {fileBaseName(fileName)}
        </span>
      ),
      tooltip: ({ fileName }) => fileName,
    },
    { id: 'type', title: t('Type'), width: 130, sortable: true, cell: (row) => row.type, tooltip: (row) => row.type },
    {
      id: 'step',
      title: t('Step'),
      width: 80,
      numeric: true,
      sortable: true,
      cell: ({ step }) => (step === null ? '' : String(step)),
    },
    { id: 'size', title: t('Size'), width: 90, numeric: true, sortable: true, cell: (row) => fileSizeText(row, t) },
    {
      id: 'created',
      title: t('Logged'),
      width: 170,
      sortable: true,
      cell: (row) => dateText(row.createdAt),
      tooltip: (row) => utcText(row.createdAt),
    },
  ];
}

function CountedSelect({
  label,
  every,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly every: string;
  readonly options: readonly Count[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}): ReactElement {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      choices={[['', every], ...options.map(({ name, count }) => [name, `${name} (${count})`] as const)]}
      onChange={(name) => onChange(name || null)}
    />
  );
}

import type { Target } from '@tracklens/core/display';
import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { Empty } from '../components/Notice.tsx';
import { Tags } from '../components/Tags.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Freshness, Pending, Staleness } from '../live/Freshness.tsx';
import { type Read, useRead } from '../live/use-read.ts';
import { wholeCount } from '../live/whole-count.ts';
import type { ModelRecord, ModelVersionRecord } from '../source/view-source.ts';
import { sizeText } from '../text/size-text.ts';
import { dateText, utcText } from '../text/time-text.ts';
import { counted, type Translate } from '../text/translate.ts';
import { PageLink } from '../view/HeaderLinks.tsx';
import { SaveViewMenu } from '../view/SaveViewMenu.tsx';
import { useView } from '../view/view-context.ts';
import { type ExperimentNames, experimentNames, SourceExperiment } from './SourceExperiment.tsx';

/** View of a registered model and its versions; the version of the target is highlighted. */
export function ModelView({ target }: { readonly target: Extract<Target, { kind: 'model' }> }): ReactElement {
  const t = useTranslate();
  const { host, live } = useView();
  const read = useRead(`${target.workspace}/${target.modelName}`, (source, signal) =>
    source.model(target.workspace, target.modelName, signal),
  );
  // With the model, the names are read again.
  const names = useMemo(() => experimentNames(read.data ? live : null), [read.data, live]);
  const columns = useMemo(() => versionColumns(target.version, names, t), [target.version, names, t]);
  if (read.data === undefined) return <Pending read={read} label={t('Loading the model…')} />;
  const model = read.data;
  return (
    <>
      <ModelHeader target={target} model={model} read={read} />
      <Staleness read={read} />
      {model.versions.length === 0 ? (
        <Empty title={t('This model has no version.')} code={'experiment.register_model("model", version="1.0.0")'} />
      ) : (
        <DataTable
          label={t('Versions')}
          columns={columns}
          rows={model.versions}
          rowId={(row) => row.version}
          onActivate={(row, { newPanel }) => {
            if (row.experiment)
              host.open({ kind: 'experiment', experimentKey: row.experiment.key }, { newPanel, activate: true });
          }}
          maxHeight={420}
        />
      )}
    </>
  );
}

function ModelHeader({
  target,
  model,
  read,
}: {
  readonly target: Extract<Target, { kind: 'model' }>;
  readonly model: ModelRecord;
  readonly read: Read<unknown>;
}): ReactElement {
  const t = useTranslate();
  const { snapshot } = useView();
  const shown = model.versions.length;
  const whole = wholeCount(read, shown, snapshot?.model?.numberOfVersions);
  const total = counted(t, whole, '%1 version', '%1 versions');
  return (
    <div className="tl-header">
      <div className="tl-header-line">
        <h2 className="tl-title">
          <span className="tl-quiet">{target.workspace} / </span>
          {model.modelName || target.modelName}
        </h2>
        <span className="tl-count">{whole > shown ? t('%1 of %2', shown, total) : total}</span>
        {model.isPublic && <span className="tl-tag tl-tag-quiet">{t('public')}</span>}
        <div className="tl-header-actions">
          <Freshness read={read} running={false} />
          <SaveViewMenu name={target.modelName} />
          <PageLink />
        </div>
      </div>
      {model.description && <p className="tl-description">{model.description}</p>}
      <div className="tl-header-line tl-facts">
        {model.userName && <span>{t('by %1', model.userName)}</span>}
        {model.createdAtMillis > 0 && <span>{t('registered %1', dateText(model.createdAtMillis))}</span>}
        {model.lastUpdatedMillis > 0 && <span>{t('changed %1', dateText(model.lastUpdatedMillis))}</span>}
      </div>
    </div>
  );
}

/** Returns the columns of the version table; the version of the target is highlighted. */
function versionColumns(
  highlighted: string | undefined,
  names: ExperimentNames,
  t: Translate,
): TableColumn<ModelVersionRecord>[] {
  const bytes = (version: ModelVersionRecord) => version.assets.reduce((sum, asset) => sum + asset.sizeBytes, 0);
  return [
    {
      id: 'version',
      title: t('Version'),
      width: 110,
      cell: (row) => (row.version === highlighted ? <mark className="tl-mark">{row.version}</mark> : row.version),
    },
    { id: 'status', title: t('Status'), width: 120, cell: (row) => row.status ?? '' },
    { id: 'tags', title: t('Tags'), width: 160, cell: (row) => <Tags tags={row.tags} label={t('Tags')} /> },
    {
      id: 'experiment',
      title: t('Source experiment'),
      width: 200,
      cell: (row) => row.experiment && <SourceExperiment experimentKey={row.experiment.key} names={names} />,
      tooltip: (row) => [row.experiment?.name, row.experiment?.key].filter(Boolean).join('\n'),
    },
    {
      id: 'created',
      title: t('Registered'),
      width: 170,
      cell: (row) => dateText(row.createdAtMillis),
      tooltip: (row) => utcText(row.createdAtMillis),
    },
    { id: 'user', title: t('By'), width: 110, cell: (row) => row.userName },
    {
      id: 'files',
      title: t('Files'),
      width: 130,
      numeric: true,
      cell: (row) => (row.assets.length === 0 ? '' : `${row.assets.length} · ${sizeText(bytes(row))}`),
      tooltip: (row) => row.assets.map((asset) => `${asset.fileName} ${sizeText(asset.sizeBytes)}`).join('\n'),
    },
    { id: 'comment', title: t('Comment'), width: 220, cell: (row) => row.comment, tooltip: (row) => row.comment },
  ];
}

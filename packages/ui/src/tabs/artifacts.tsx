import { mapConcurrent } from '@tracklens/core/client';
import { type ReactElement, useMemo } from 'react';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { Icon } from '../components/Icon.tsx';
import { ExternalLink } from '../components/Link.tsx';
import { Empty } from '../components/Notice.tsx';
import { Tags } from '../components/Tags.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { useRead } from '../live/use-read.ts';
import type { ArtifactDetails, ArtifactFile, ContentSource } from '../source/content-source.ts';
import { failureOf } from '../source/failure.ts';
import { fileSizeText, sizeText } from '../text/size-text.ts';
import { dateText } from '../text/time-text.ts';
import { counted } from '../text/translate.ts';
import { useView } from '../view/view-context.ts';
import {
  loggedVersions,
  unreadableInputs,
  usedVersions,
  type VersionOfArtifact,
} from './artifacts/logged-artifacts.ts';
import { DownloadButton } from './assets/DownloadButton.tsx';
import type { TabProps } from './tab.ts';
import { useChoice, useToggled } from './use-choice.ts';
import { useContent } from './use-content.ts';

/** Maximum number of concurrent artifact requests: a workspace may have hundreds of artifacts. */
const concurrency = 6;

/** Tab of the artifact versions that the experiment used and logged, with their files. */
export function ArtifactsTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useContent(`artifacts ${experimentKey}`, running, async (source, signal) => {
    const { workspaceName } = await source.metadata(experimentKey, signal);
    const inputs = await source.artifactInputs(experimentKey, signal);
    const list = await source.artifacts(workspaceName, signal);
    // An experiment may use artifacts of other workspaces.
    const ids = new Set([...list, ...inputs].map(({ artifactId }) => artifactId));
    const records = await mapConcurrent(
      [...ids],
      (artifactId) => readableArtifact(source, artifactId, signal),
      concurrency,
    );
    const artifacts = records.filter((artifact) => artifact !== null);
    const used = usedVersions(artifacts, inputs);
    return { used, logged: loggedVersions(artifacts, experimentKey), unreadable: unreadableInputs(used, inputs) };
  });
  if (read.data === undefined) return <Pending read={read} label={t('Loading the artifacts…')} rows={5} />;
  const { used, logged, unreadable } = read.data;
  if (used.length + logged.length + unreadable === 0) {
    return (
      <Empty
        title={running ? t('No artifact has been logged yet.') : t('No artifact was logged.')}
        code={
          'artifact = comet_ml.Artifact("digits", artifact_type="dataset")\nartifact.add("digits.npz")\nexperiment.log_artifact(artifact)'
        }
      >
        {t('Versions of data sets and of other collections of files that this experiment logged or used appear here:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={read} />
      {used.length > 0 && <VersionList title={t('Inputs')} experimentKey={experimentKey} versions={used} />}
      {unreadable > 0 && (
        <p className="tl-quiet">
          {counted(
            t,
            unreadable,
            '%1 input is not shown: its artifact was deleted, or you have no access to it.',
            '%1 inputs are not shown: their artifacts were deleted, or you have no access to them.',
          )}
        </p>
      )}
      {logged.length > 0 && (
        <VersionList
          title={used.length + unreadable > 0 ? t('Logged by this experiment') : null}
          experimentKey={experimentKey}
          versions={logged}
        />
      )}
    </>
  );
}

/** Reads an artifact; null if it was deleted, or if its workspace may not be read. */
async function readableArtifact(
  source: ContentSource,
  artifactId: string,
  signal: AbortSignal,
): Promise<ArtifactDetails | null> {
  try {
    return await source.artifact(artifactId, signal);
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'not-found' || kind === 'forbidden') return null;
    throw error;
  }
}

function VersionList({
  title,
  experimentKey,
  versions,
}: {
  readonly title: string | null;
  readonly experimentKey: string;
  readonly versions: readonly VersionOfArtifact[];
}): ReactElement {
  return (
    <section>
      {title !== null && <h3 className="tl-section-title">{title}</h3>}
      <ul className="tl-artifacts">
        {versions.map((one, index) => (
          <ArtifactVersionView
            key={one.version.artifactVersionId}
            experimentKey={experimentKey}
            shown={one}
            open={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

function ArtifactVersionView({
  experimentKey,
  shown: { artifact, version },
  open,
}: {
  readonly experimentKey: string;
  readonly shown: VersionOfArtifact;
  readonly open: boolean;
}): ReactElement {
  const t = useTranslate();
  const [opened, toggle] = useToggled('artifacts', `${artifact.name} ${version.version}`, open);
  const metadata = version.metadata === null ? '' : JSON.stringify(version.metadata, null, 2);
  return (
    <li className="tl-artifact">
      <h3 className="tl-section-title">
        <button type="button" className="tl-group-title" aria-expanded={opened} onClick={toggle}>
          <Icon name="chevron" className={opened ? 'tl-open' : ''} />
          {artifact.emoji && <span aria-hidden="true">{artifact.emoji}</span>}
          <span className="tl-long-name" title={artifact.name}>
            {artifact.name}
          </span>
          <span className="tl-tag">{version.version}</span>
        </button>
        <Tags tags={[...new Set([...version.alias, ...version.tags])]} label={t('Aliases and tags')} />
        <span className="tl-count">
          {artifact.type} · {sizeText(version.sizeInBytes)} · {dateText(version.added)}
          {artifact.latestVersion !== version.version && ` · ${t('latest is %1', artifact.latestVersion)}`}
        </span>
      </h3>
      {opened && (
        <>
          {artifact.description && <p className="tl-description">{artifact.description}</p>}
          {metadata !== '' && <CodeBlock text={metadata} />}
          <ArtifactFiles experimentKey={experimentKey} artifactId={artifact.artifactId} version={version} />
        </>
      )}
    </li>
  );
}

function ArtifactFiles({
  experimentKey,
  artifactId,
  version: { version, artifactVersionId },
}: {
  readonly experimentKey: string;
  readonly artifactId: string;
  readonly version: VersionOfArtifact['version'];
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const [files, setFiles] = useChoice('artifacts', 'files', null);
  const place = `${artifactId} ${version}`;
  const chosen = files?.[place] ?? null;
  const read = useRead(`artifact files ${artifactId} ${version}`, (source, signal) =>
    source.artifactFiles(artifactId, version, signal),
  );
  const columns = useMemo<TableColumn<ArtifactFile>[]>(
    () => [
      { id: 'name', title: t('File'), width: 260, cell: (row) => row.fileName, tooltip: (row) => row.fileName },
      { id: 'size', title: t('Size'), width: 90, numeric: true, cell: (row) => fileSizeText(row, t) },
      // The services report the type of a plain file as unknown.
      { id: 'type', title: t('Type'), width: 120, cell: ({ type }) => (type === 'unknown' ? 'asset' : type) },
    ],
    [t],
  );
  if (read.data === undefined) return <Pending read={read} label={t('Loading the files…')} rows={3} />;
  if (read.data.length === 0) return <p className="tl-quiet">{t('This version has no files.')}</p>;
  const file = read.data.find(({ assetId }) => assetId === chosen) ?? (read.data.length === 1 ? read.data[0]! : null);
  return (
    <>
      <DataTable
        label={t('Files of version %1', version)}
        columns={columns}
        rows={read.data}
        rowId={(row) => row.assetId}
        onActivate={(row) => setFiles({ ...files, [place]: row.assetId })}
        maxHeight={320}
      />
      <div className="tl-toolbar">
        {file ? (
          <>
            <strong className="tl-grid-text">{file.fileName}</strong>
            {file.remote && file.link !== null ? (
              <ExternalLink url={file.link} host={host}>
                <Icon name="external" />
                {t('Open the address')}
              </ExternalLink>
            ) : (
              <DownloadButton
                experimentKey={experimentKey}
                asset={file}
                artifactVersionId={file.artifactVersionId || artifactVersionId}
              />
            )}
          </>
        ) : (
          <span className="tl-quiet">{t('Choose a file to download it.')}</span>
        )}
      </div>
    </>
  );
}

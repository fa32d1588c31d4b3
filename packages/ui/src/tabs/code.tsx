import { fileBaseName } from '@tracklens/core/contract';
import { gitFacts } from '@tracklens/core/display';
import { type ReactElement, Suspense, useMemo } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Empty, Loading, Problem } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import type { AssetRecord, GitMetadata } from '../source/content-source.ts';
import type { ViewSource } from '../source/view-source.ts';
import { useView } from '../view/view-context.ts';
import { DownloadButton } from './assets/DownloadButton.tsx';
import { textOf } from './assets/media-type.ts';
import { extensionOf, readableText } from './assets/preview-kind.ts';
import { CodeText } from './code/CodeText.tsx';
import { PatchView } from './code/PatchView.tsx';
import { badPatch, type PatchFile, patchText, readPatch } from './code/patch.ts';
import { isAmong, sourceFiles } from './code/source-files.ts';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useAssetBytes, useContent } from './use-content.ts';

/** Name of the script that the service stores in addition to the files. */
const script = 'script';
const patch = 'patch';
const graph = 'graph';

type CodeContent = Awaited<ReturnType<typeof readCode>>;

async function readCode(source: ViewSource, experimentKey: string, signal: AbortSignal) {
  const [assets, code, modelGraph, git, archive, metadata] = await Promise.all([
    source.assets(experimentKey, signal, 'code'),
    source.code(experimentKey, signal),
    source.modelGraph(experimentKey, signal),
    source.git(experimentKey, signal),
    source.gitPatch(experimentKey, signal),
    source.metadata(experimentKey, signal),
  ]);
  const files = sourceFiles(assets);
  return {
    files,
    code,
    modelGraph,
    isAmongFiles: isAmong(files, code),
    git,
    archive,
    fileName: metadata.fileName ?? null,
  };
}

/** Tab of the source files, the model graph and the state of git: commit, branch and uncommitted changes. */
export function CodeTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const [chosen, setChosen] = useChoice('code', 'open', null);
  const read = useContent(`code ${experimentKey}`, running, (source, signal) =>
    readCode(source, experimentKey, signal),
  );
  const archive = read.data?.archive ?? null;
  const diff = useMemo(() => (archive === null ? null : patchText(archive)), [archive]);
  const changes = useMemo(() => (diff === null ? [] : readPatch(diff)), [diff]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the code…')} rows={10} />;
  const { files, code, modelGraph, git, fileName } = read.data;
  const gitKnown = Object.values(git).some(Boolean);
  if (files.length === 0 && code === '' && modelGraph === '' && archive === null && !gitKnown) {
    return (
      <Empty
        title={running ? t('No code has been logged yet.') : t('No code was logged.')}
        code={
          'experiment = comet_ml.Experiment(log_code=True, log_git_metadata=True, log_git_patch=True)\nexperiment.log_code("model.py")'
        }
      >
        {t('The script, further files and the state of git appear here:')}
      </Empty>
    );
  }
  const first = files[0]?.assetId ?? (code !== '' ? script : modelGraph !== '' && archive === null ? graph : patch);
  const open = chosen ?? first;
  const file = files.find(({ assetId }) => assetId === open);
  return (
    <>
      <Staleness read={read} />
      {gitKnown && <GitDetails git={git} />}
      <div className="tl-code-parts">
        <FileList content={read.data} changes={changes} open={open} onOpen={setChosen} />
        <div className="tl-code-main">
          {open === patch ? (
            archive === null ? (
              <p className="tl-quiet">{t('No source file was logged, only its git details.')}</p>
            ) : diff === null ? (
              <Problem failure={badPatch} />
            ) : (
              <PatchView files={changes} />
            )
          ) : open === graph && modelGraph !== '' ? (
            <ModelGraph text={modelGraph} />
          ) : file ? (
            <SourceFile experimentKey={experimentKey} asset={file} />
          ) : (
            <SourceText text={code} fileName={fileName ?? 'script.py'} />
          )}
        </div>
      </div>
    </>
  );
}

/** List of the source files, the script, the model graph, and the uncommitted changes. */
function FileList({
  content: { files, code, modelGraph, isAmongFiles, archive, fileName },
  changes,
  open,
  onOpen,
}: {
  readonly content: CodeContent;
  readonly changes: readonly PatchFile[];
  /** Id of the open file. */
  readonly open: string;
  readonly onOpen: (id: string) => void;
}): ReactElement {
  const t = useTranslate();
  const added = changes.reduce((sum, one) => sum + one.added, 0);
  const removed = changes.reduce((sum, one) => sum + one.removed, 0);
  const hasScript = code !== '' && (files.length === 0 || !isAmongFiles);
  return (
    <nav className="tl-file-list" aria-label={t('Source files')}>
      {files.map((one) => (
        <FileButton key={one.assetId} id={one.assetId} name={one.fileName} open={open} onOpen={onOpen} />
      ))}
      {hasScript && <FileButton id={script} name={fileName ?? t('Script')} open={open} onOpen={onOpen} />}
      {modelGraph !== '' && <FileButton id={graph} name={t('Model graph')} open={open} onOpen={onOpen} />}
      {archive !== null && (
        <FileButton id={patch} name={t('Uncommitted changes')} open={open} onOpen={onOpen}>
          <span className="tl-added">+{added}</span>
          <span className="tl-removed">−{removed}</span>
        </FileButton>
      )}
    </nav>
  );
}

function FileButton({
  id,
  name,
  open,
  onOpen,
  children,
}: {
  readonly id: string;
  readonly name: string;
  readonly open: string;
  readonly onOpen: (id: string) => void;
  readonly children?: React.ReactNode;
}): ReactElement {
  return (
    <button type="button" className="tl-file" aria-current={open === id} title={name} onClick={() => onOpen(id)}>
      <span className="tl-grid-text">{fileBaseName(name)}</span>
      {children}
    </button>
  );
}

function SourceFile({
  experimentKey,
  asset,
}: {
  readonly experimentKey: string;
  readonly asset: AssetRecord;
}): ReactElement {
  const t = useTranslate();
  const read = useAssetBytes(experimentKey, asset);
  if (!read.data) return <Pending read={read} label={t('Loading the file…')} rows={10} />;
  const text = textOf(read.data);
  if (text === null) {
    return (
      <div className="tl-toolbar">
        <span className="tl-quiet">{t('This file is not text.')}</span>
        <DownloadButton experimentKey={experimentKey} asset={asset} />
      </div>
    );
  }
  const isNotebook = asset.type === 'notebook' || extensionOf(asset.fileName) === 'ipynb';
  return <SourceText text={text} fileName={asset.fileName} isNotebook={isNotebook} />;
}

const NotebookFile = lazyWithRetry(async () => (await import('./notebook/NotebookFile.tsx')).NotebookFile);

function SourceText({
  text,
  fileName,
  isNotebook = false,
}: {
  readonly text: string;
  readonly fileName: string;
  readonly isNotebook?: boolean;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  return (
    <>
      <div className="tl-toolbar">
        <code className="tl-grid-text" title={fileName}>
          {fileName}
        </code>
        <CopyButton text={text} label={t('Copy the file')} onFailure={host.report} />
      </div>
      {isNotebook ? (
        <Suspense fallback={<Loading label={t('Loading the file…')} rows={10} />}>
          <NotebookFile text={text} fileName={fileName} />
        </Suspense>
      ) : (
        <CodeText text={text} fileName={fileName} label={fileName} />
      )}
    </>
  );
}

/** Logged graph of the model. JSON is indented. */
function ModelGraph({ text }: { readonly text: string }): ReactElement {
  const fileName = /^\s*[[{]/.test(text) ? 'model-graph.json' : 'model-graph.txt';
  const shown = useMemo(() => readableText(text, fileName), [text, fileName]);
  return <SourceText text={shown} fileName={fileName} />;
}

function GitDetails({ git }: { readonly git: GitMetadata }): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  return (
    <dl className="tl-facts-list" aria-label="git">
      {gitFacts(git).map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <code className="tl-grid-text" title={value}>
              {value}
            </code>
            <CopyButton text={value} label={t('Copy')} onFailure={host.report} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

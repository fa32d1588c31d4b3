import { type ReactElement, useEffect, useRef } from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useTranslate } from '../../components/translate-context.ts';
import { useKeyedState } from '../../components/use-keyed-state.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { reportOf } from '../../source/failure.ts';
import { safeFileName } from '../../text/safe-file-name.ts';
import { sizeText } from '../../text/size-text.ts';
import { useView } from '../../view/view-context.ts';

/** Button that downloads a file, shows the progress and can cancel it. */
export function DownloadButton({
  experimentKey,
  asset: { assetId, fileName, fileSize },
  artifactVersionId,
}: {
  readonly experimentKey: string;
  readonly asset: Pick<AssetRecord, 'assetId' | 'fileName' | 'fileSize'>;
  readonly artifactVersionId?: string;
}): ReactElement {
  const t = useTranslate();
  const { live, host } = useView();
  const name = safeFileName(fileName);
  const [arrived, setArrived] = useKeyedState<number | null>(assetId, null);
  const request = useRef<AbortController | null>(null);
  // The download ends with the component, and when another file is selected.
  useEffect(() => () => request.current?.abort(), [assetId]);
  const button = useRef<HTMLButtonElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const end = () => {
    // The focused button is removed, which would lose the focus.
    if (stopButton.current?.matches(':focus')) button.current?.focus();
    setArrived(null);
  };
  const start = async () => {
    if (live === null) return;
    const controller = new AbortController();
    request.current = controller;
    setArrived(0);
    try {
      const bytes = await live.download({ experimentKey, assetId, artifactVersionId }, controller.signal, setArrived);
      if (request.current === controller) await saveFile(host, name, bytes, 'application/octet-stream');
    } catch (error) {
      if (controller.signal.aborted) return;
      host.report(reportOf(error, t('%1 could not be downloaded.', name), t));
    } finally {
      if (request.current === controller) end();
    }
  };
  const stop = () => {
    request.current?.abort();
    request.current = null;
    end();
  };
  return (
    <span className="tl-download">
      <ActionButton
        buttonRef={button}
        className="tl-button"
        enabled={live !== null && arrived === null}
        title={t('Download %1 (%2)', name, sizeText(fileSize))}
        onClick={() => void start()}
      >
        <Icon name="download" />
        {t('Download')}
      </ActionButton>
      {arrived !== null && (
        <>
          <progress max={Math.max(fileSize, arrived, 1)} value={arrived} aria-label={t('Downloading %1', name)} />
          <span className="tl-count">{sizeText(arrived)}</span>
          <button
            ref={stopButton}
            type="button"
            className="tl-icon-button"
            title={t('Stop')}
            aria-label={t('Stop')}
            onClick={stop}
          >
            <Icon name="close" />
          </button>
        </>
      )}
    </span>
  );
}

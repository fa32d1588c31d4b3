import { useMemo } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import type { ChartExports } from '../charts/index.ts';
import { copyText } from '../components/copy-text.ts';
import { saveFile } from '../components/save-file.ts';
import { useTranslate } from '../components/translate-context.ts';
import { reportOf } from '../source/failure.ts';
import { useView } from '../view/view-context.ts';
import type { GalleryData } from './gallery-data.ts';

/** Timeout of an export. Reading every point of many experiments may take long. */
const exportMillis = 120_000;

/** Returns how a chart is saved and copied. */
export function useChartExports({ fileNames }: Pick<GalleryData, 'fileNames'>, title: string): ChartExports {
  const t = useTranslate();
  const { host, live } = useView();
  return useMemo<ChartExports>(
    () => ({
      fileName: (variant) => exportName([...fileNames, title, variant], Date.now()),
      save: (fileName, bytes, mediaType) => saveFile(host, fileName, bytes, mediaType),
      copy: copyText,
      readAll: live
        ? () => {
            const signal = AbortSignal.timeout(exportMillis);
            return (key, metricName) => live.points(key, metricName, signal);
          }
        : null,
      report: (error) => {
        host.report(reportOf(error, t('The chart of %1 could not be exported.', title), t));
      },
    }),
    [fileNames, title, host, live, t],
  );
}

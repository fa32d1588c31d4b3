import { chartModel } from '../charts/chart-model.ts';
import { chartSettings } from '../charts/chart-options.ts';
import { chartTheme } from '../charts/chart-theme.ts';
import { countText } from '../charts/count-text.ts';
import { curveData, curveMetrics } from '../charts/curve-data.ts';
import { svgChart } from '../charts/svg-chart.ts';
import { curveOf } from '../contract/curve.ts';
import type { ChartImage } from '../snapshots/snapshot-chart.ts';
import { fileJson } from './file-json.ts';
import type { StaticBlock } from './static-block.ts';

/** File of a curve with its text; null when the text is not held. */
interface CurveFile {
  readonly name: string;
  readonly step: number | null;
  readonly json: string | null;
}

const size = { width: 420, height: 230 };
const imageLimit = 3;

/** Returns images of an experiment's newest curve of each name. The files are in order, the newest first. */
export function curveBlock(files: readonly CurveFile[], experimentKey: string): StaticBlock {
  const newest = new Map<string, CurveFile>();
  for (const file of files) if (!newest.has(file.name)) newest.set(file.name, file);
  const charts = [...newest.values()].slice(0, imageLimit).flatMap((file) => curveImage(file, experimentKey) ?? []);
  return { kind: 'charts', charts };
}

/** Draws a curve; null for a file that has none. */
function curveImage({ name, step, json }: CurveFile, key: string): ChartImage | null {
  const curve = curveOf(fileJson(json));
  if (curve === null) return null;
  const settings = { ...chartSettings(undefined, name), xAxis: { metric: curveMetrics.x }, direction: 'none' } as const;
  const theme = chartTheme('light');
  const model = chartModel({
    title: name,
    metrics: [curveMetrics.y],
    chart: curveData(new Map([[key, curve]])),
    experiments: [{ key, label: name }],
    settings,
    dark: false,
    sampledTo: null,
  });
  const subtitle = () => `${step === null ? '' : `step ${step} · `}${countText(curve.x.length)} points`;
  const chart = svgChart({ model, settings, theme, title: name, subtitle, size });
  return chart && { ...chart, metrics: [], alt: `Curve ${name}: ${subtitle()}` };
}

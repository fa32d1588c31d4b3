import { bandOpacity, type ChartLayout, lineOpacity, type ScaleKind, shownMarkers } from '@tracklens/core/charts';
import type { View } from 'vega-view';
import type { DrawnPlot } from '../chart-drawing.ts';
import { lineChartTemplate } from '../generated/line-chart-template.ts';
import { lineWidth } from '../paint/line-painter.ts';
import { precompiledExpressions } from './precompiled.ts';
import { runningView } from './vega-runtime.ts';

interface Scaled {
  readonly scales: { readonly name: string; type: string }[];
  readonly signals: { readonly name: string; value: unknown }[];
  readonly data: { readonly name: string; values: unknown[] }[];
}

/** Returns the template with other scale types. Nothing else depends on them, which the build script verifies. */
function withScales(xScale: ScaleKind, yScale: ScaleKind): Scaled {
  const template = JSON.parse(lineChartTemplate) as Scaled;
  for (const scale of template.scales) {
    if (scale.name === 'x') scale.type = xScale;
    if (scale.name === 'y') scale.type = yScale;
  }
  return template;
}

function signalsOf(layout: ChartLayout): Record<string, unknown> {
  const { box, theme, lines } = layout;
  return {
    width: box.width,
    height: box.height,
    plotPadding: { left: box.left, top: box.top, right: layout.right, bottom: layout.bottom },
    xDomain: layout.xDomain,
    yDomain: layout.yDomain,
    xTicks: layout.xTicks.values,
    yTicks: layout.yTicks.values,
    xTickText: layout.xTicks.text,
    yTickText: layout.yTicks.text,
    xTitle: layout.xTitle,
    seriesNames: lines.map((line) => line.key),
    seriesColors: lines.map((line) => line.color),
    seriesDashes: lines.map((line) => line.dash),
    lineWidth: lineWidth(layout),
    lineOpacity: lineOpacity(lines.length),
    rawLineOpacity: theme.rawLineOpacity,
    bandOpacity: bandOpacity(theme),
    haloColor: theme.background,
    labelFont: layout.font,
    labelColor: theme.mutedText,
    axisColor: theme.axis,
    gridColor: theme.grid,
  };
}

const dataNames = ['bands', 'lines', 'rawLines', 'singlePoints', 'bestMarker', 'nonFiniteMarkers'] as const;

/** Returns the plot as SVG text. */
export function plotSvg(plot: DrawnPlot): Promise<string> {
  return rendered(plot, (view) => view.toSVG());
}

/** Returns the plot on a canvas, `scale` times as large. */
export function plotCanvas(plot: DrawnPlot, scale: number): Promise<HTMLCanvasElement> {
  return rendered(plot, (view) => view.toCanvas(scale));
}

async function rendered<Image>({ layout, rows }: DrawnPlot, render: (view: View) => Promise<Image>): Promise<Image> {
  const template = withScales(layout.xScale, layout.yScale);
  const signals = signalsOf(layout);
  for (const signal of template.signals) if (signal.name in signals) signal.value = signals[signal.name];
  const data = { ...rows, ...shownMarkers(rows, layout) };
  const view = runningView(
    { ...template, width: layout.box.width, height: layout.box.height },
    { renderer: 'none', expr: precompiledExpressions() },
  );
  try {
    for (const name of dataNames) view.insert(name, data[name] as object[]);
    await view.runAsync();
    return await render(view);
  } finally {
    view.finalize();
  }
}

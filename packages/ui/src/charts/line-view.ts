import type { ChartLayout, ChartRows, ScaleKind } from '@tracklens/core/charts';
import { bandOpacity, lineOpacity } from '@tracklens/core/charts';
import { lineChartTemplate } from './generated/line-chart-template.ts';
import { precompiledExpressions } from './precompiled.ts';
import { runningView } from './vega-runtime.ts';

/** Rendered template. Another scale type needs a new view; everything else is updated in place. */
export interface LineView {
  /** Redraws with new rows, or with the current rows when `rows` is null. */
  draw(layout: ChartLayout, rows: ChartRows | null): void;
  /** Renders as SVG text, or on a canvas scaled by `scale`. */
  toSvg(): Promise<string>;
  toCanvas(scale: number): Promise<HTMLCanvasElement>;
  /** Code that had to be interpreted. Always empty unless the generated functions are outdated. */
  readonly missing: ReadonlySet<string>;
  dispose(): void;
}

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
    // Many lines are about a pixel wide: without a graphics card, wider lines take ten times as long to paint.
    lineWidth: lines.length > 30 ? theme.lineWidth - 0.6 : theme.lineWidth,
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

/** Creates a view with its first rows in a container, whose content is replaced. */
export function lineView(container: HTMLElement, layout: ChartLayout, rows: ChartRows): LineView {
  const missing = new Set<string>();
  const template = withScales(layout.xScale, layout.yScale);
  const signals = signalsOf(layout);
  for (const signal of template.signals) if (signal.name in signals) signal.value = signals[signal.name];
  const view = runningView(
    { ...template, width: layout.box.width, height: layout.box.height },
    { renderer: 'canvas', container, hover: false, expr: precompiledExpressions(missing) },
  );
  const last = new Map(Object.entries(signals));
  for (const name of dataNames) view.insert(name, rows[name] as object[]);
  view.run();
  return {
    missing,
    draw(next, nextRows) {
      for (const [name, value] of Object.entries(signalsOf(next))) {
        if (JSON.stringify(last.get(name)) === JSON.stringify(value)) continue;
        last.set(name, value);
        view.signal(name, value as never);
      }
      if (nextRows) for (const name of dataNames) view.data(name, nextRows[name] as object[]);
      view.run();
    },
    toSvg: () => view.toSVG(),
    toCanvas: (scale) => view.toCanvas(scale),
    dispose() {
      view.finalize();
      container.replaceChildren();
    },
  };
}

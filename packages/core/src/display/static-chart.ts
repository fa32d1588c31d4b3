import type { VegaLiteSpec } from './line-chart.ts';

/** Pixels are drawn to a tenth: closer than any screen shows, at a third of the text. */
function rounded(svg: string): string {
  return svg.replace(/ (d|transform|x1|x2|y1|y2|x|y)="([^"]*)"/g, (_, name: string, value: string) => {
    const short = value.replace(/-?\d+\.\d{2,}(?:e-?\d+)?/g, (text) => String(Math.round(Number(text) * 10) / 10));
    return ` ${name}="${short}"`;
  });
}

/**
 * Draws a spec to SVG text with vega's own renderer, without a DOM and without a canvas. vega and vega-lite are loaded
 * at the first call; rejects when they are not installed.
 */
export async function staticChart(spec: VegaLiteSpec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  const compiled = vegaLite.compile(spec as unknown as Parameters<typeof vegaLite.compile>[0]).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logLevel: vega.Error });
  try {
    return rounded(await view.toSVG());
  } finally {
    view.finalize();
  }
}

import type { VegaLiteSpec } from '../charts/line-chart.ts';

const coordinates = / (transform|x1|x2|y1|y2|x|y)="([^"]*)"/g;

const tenths = (text: string) => String(Math.round(Number(text) * 10) / 10);

/**
 * Rewrites a path of straight lines with relative coordinates: exact to a tenth of a pixel, at two thirds of the
 * size.
 */
function shortPath(d: string): string {
  if (!/^[ML\d.,eE+-]+$/.test(d)) return d.replace(/-?\d+\.\d{2,}(?:e-?\d+)?/g, tenths);
  let x = 0;
  let y = 0;
  return d.replace(/([ML])([^,ML]+),([^,ML]+)/g, (_, command: string, textX: string, textY: string) => {
    const [toX, toY] = [Math.round(Number(textX) * 10), Math.round(Number(textY) * 10)];
    const [stepX, stepY] = command === 'M' ? [toX, toY] : [toX - x, toY - y];
    [x, y] = [toX, toY];
    return `${command === 'M' ? 'M' : 'l'}${stepX / 10},${stepY / 10}`;
  });
}

/**
 * Halves the size of an SVG without a visible change: rounds coordinates to a tenth of a pixel, declares the font
 * once, and removes the attributes and empty shapes that vega adds for scripts. Only tags are changed, never text
 * content.
 */
function compact(svg: string): string {
  const font = / font-family="[^"]*"/.exec(svg)?.[0] ?? '';
  return svg.replace(/<[^>]*>/g, (tag) => {
    if (/^<path[^>]*(class="background"|display="none")/.test(tag) && !tag.includes(' fill=')) return '';
    if (tag.startsWith('<svg')) return tag.replace(' class="marks"', font);
    return tag
      .replace(/ (class|aria-[a-z]+|role|pointer-events)="[^"]*"/g, '')
      .replace(font, '')
      .replace(/ d="([^"]*)"/, (_, d: string) => ` d="${shortPath(d)}"`)
      .replace(
        coordinates,
        (_, name: string, value: string) => ` ${name}="${value.replace(/-?\d+\.\d{2,}(?:e-?\d+)?/g, tenths)}"`,
      );
  });
}

/** Imports vega and vega-lite: optional peer dependencies, loaded with the first chart. */
async function vegaModules() {
  try {
    return await Promise.all([import('vega'), import('vega-lite')]);
  } catch (cause) {
    throw new Error('Install vega and vega-lite to draw static charts: npm install vega vega-lite', { cause });
  }
}

/**
 * Renders a spec to SVG text with vega's own renderer, without a DOM or a canvas.
 *
 * @throws Error when vega or vega-lite is not installed
 */
export async function staticChart(spec: VegaLiteSpec): Promise<string> {
  const [vega, vegaLite] = await vegaModules();
  const compiled = vegaLite.compile(spec as unknown as Parameters<typeof vegaLite.compile>[0]).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logLevel: vega.Error });
  try {
    return compact(await view.toSVG());
  } finally {
    view.finalize();
  }
}

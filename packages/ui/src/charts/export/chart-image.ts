import { type ChartModel, containerHeight, containerWidth } from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';
import { counted, type Translate } from '../../text/translate.ts';
import type { DrawnPlot } from '../chart-drawing.ts';

/** Texts around the plot in an exported image. */
export interface ImageTexts {
  readonly title: string;
  readonly caption: string;
  readonly lines: ChartModel['lines'];
  readonly t: Translate;
}

interface LegendEntry {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** Color of its line; null for the number of further entries. */
  readonly color: string | null;
  readonly dash: readonly number[];
}

const head = 30;
const rowHeight = 18;
const captionHeight = 22;
/** Maximum number of legend entries. */
const legendLimit = 60;

/** Returns one entry for each of several lines, or for the first of many and one with the number of others. */
function namedLines({ lines, t }: ImageTexts): readonly Pick<LegendEntry, 'label' | 'color' | 'dash'>[] {
  if (lines.length < 2) return [];
  const more = lines.length - legendLimit;
  if (more <= 0) return lines;
  const rest = { label: counted(t, more, '… and %1 more', '… and %1 more'), color: null, dash: [] };
  return [...lines.slice(0, legendLimit), rest];
}

function imageLayout({ layout }: DrawnPlot, texts: ImageTexts, widening = 1) {
  const width = containerWidth(layout);
  const measure = document.createElement('canvas').getContext('2d');
  if (measure) measure.font = `${layout.theme.fontSize}px ${layout.font}`;
  const entries: LegendEntry[] = [];
  const top = head + containerHeight(layout);
  let x = 12;
  let row = 0;
  for (const { label: whole, color, dash } of namedLines(texts)) {
    const label = whole.length > 40 ? `${whole.slice(0, 39)}…` : whole;
    const entryWidth = 26 + (measure?.measureText(label).width ?? label.length * 6.5) * widening + 14;
    if (x > 12 && x + entryWidth > width) {
      x = 12;
      row++;
    }
    entries.push({ x, y: top + row * rowHeight + rowHeight / 2, label, color, dash });
    x += entryWidth;
  }
  return { entries, width, height: top + (entries.length > 0 ? (row + 1) * rowHeight : 0) + captionHeight };
}

/**
 * Escapes text for content and quoted attributes of XML and HTML. Characters that XML forbids are removed.
 * @internal Exported for tests: tested with hostile names without drawing.
 */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Font embedded in an SVG. */
const ownFont = 'Inter';

/** Factor by which the letters of the embedded font are wider than those of most system fonts. */
const ownFontWidth = 1.1;

/**
 * Renders the plot with title, legend and caption as one SVG. The font is embedded, so that it looks the same
 * everywhere. Glyphs missing from it fall back to the fonts of the page.
 */
export async function renderSvg(plot: DrawnPlot, texts: ImageTexts): Promise<string> {
  const { exportFont } = await import('../generated/export-font.ts');
  const { plotSvg } = await import('./vega-plot.ts');
  const { theme, font } = plot.layout;
  const { entries, width, height } = imageLayout(plot, texts, ownFontWidth);
  const size = theme.fontSize;
  const fonts = `font-family="${ownFont}, ${escaped(font)}"`;
  const inner = (await plotSvg(plot)).replace(/^<svg /, `<svg y="${head}" `).replace(/font-family="[^"]*"/g, fonts);
  const legend = entries.map(
    ({ x, y, label, color, dash }) =>
      (color === null
        ? ''
        : `<line x1="${x}" x2="${x + 18}" y1="${y}" y2="${y}" stroke="${escaped(color)}" stroke-width="2.5"` +
          `${dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''}/>`) +
      `<text x="${x + 24}" y="${y + size / 3}" fill="${theme.text}">${escaped(label)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` ${fonts} font-size="${size}" role="img" aria-label="${escaped(texts.title)}">`,
    `<style>@font-face{font-family:${ownFont};src:url(data:font/woff2;base64,${exportFont}) format("woff2")}</style>`,
    `<rect width="100%" height="100%" fill="${theme.background}"/>`,
    `<text x="12" y="20" font-size="${size + 3}" font-weight="600" fill="${theme.text}">${escaped(texts.title)}</text>`,
    inner,
    ...legend,
    `<text x="12" y="${height - 8}" fill="${theme.mutedText}">${escaped(texts.caption)}</text>`,
    '</svg>',
  ].join('');
}

/** Renders the same image as PNG bytes. `scale` 2 doubles the pixels on each side. */
export async function renderPng(plot: DrawnPlot, texts: ImageTexts, scale: number): Promise<Uint8Array> {
  const { plotCanvas } = await import('./vega-plot.ts');
  const { theme, font } = plot.layout;
  const { entries, width, height } = imageLayout(plot, texts);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  context.fillStyle = theme.text;
  context.font = `600 ${theme.fontSize + 3}px ${font}`;
  context.fillText(texts.title, 12, 20);
  context.drawImage(await plotCanvas(plot, scale), 0, head, width, containerHeight(plot.layout));
  context.font = `${theme.fontSize}px ${font}`;
  context.lineWidth = 2.5;
  for (const { x, y, label, color, dash } of entries) {
    if (color !== null) {
      context.strokeStyle = color;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + 18, y);
      context.stroke();
    }
    context.fillText(label, x + 24, y + theme.fontSize / 3);
  }
  context.fillStyle = theme.mutedText;
  context.fillText(texts.caption, 12, height - 8);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not make a PNG of this size.');
  return new Uint8Array(await blob.arrayBuffer());
}

/** Returns a self-contained HTML page with the image and its data, without scripts or external resources. */
export function htmlPage(svg: string, texts: ImageTexts, theme: ChartTheme, csv: string): string {
  const style =
    `body{margin:24px;background:${theme.background};color:${theme.text};font-family:${theme.font.replaceAll('<', '')}}` +
    'svg{max-width:100%;height:auto}pre{max-height:60vh;overflow:auto}';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(texts.title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<style>${style}</style></head>
<body><main>${svg}
<details><summary>Data (CSV)</summary><pre>${escaped(csv)}</pre></details></main></body></html>
`;
}

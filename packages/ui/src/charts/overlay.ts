import type { PlotBox } from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';

/** Line drawn above the others, as pairs of pixels. */
interface EmphasizedLine {
  readonly color: string;
  readonly dash: readonly number[];
  readonly pieces: readonly Float64Array[];
}

/** Content of the overlay canvas. Separate from the chart, so that hovering never redraws a line. */
export interface OverlayScene {
  readonly crosshairX: number | null;
  readonly points: readonly { readonly x: number; readonly y: number; readonly color: string }[];
  /** Lines emphasized by the pointer or the legend. */
  readonly emphasis: readonly EmphasizedLine[];
  /** Box of the current drag. */
  readonly selection: PlotBox | null;
}

/** Scene without hover or selection. */
export const emptyScene: OverlayScene = { crosshairX: null, points: [], emphasis: [], selection: null };

/** Draws a scene on the canvas above the chart. */
export function drawOverlay(canvas: HTMLCanvasElement, box: PlotBox, scene: OverlayScene, theme: ChartTheme): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.save();
  context.translate(box.left, box.top);
  if (scene.emphasis.length > 0) {
    context.save();
    context.beginPath();
    context.rect(0, 0, box.width, box.height);
    context.clip();
    for (const line of scene.emphasis) drawEmphasis(context, line, theme);
    context.restore();
  }
  if (scene.crosshairX !== null) {
    context.strokeStyle = theme.mutedText;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.beginPath();
    const at = Math.round(scene.crosshairX) + 0.5;
    context.moveTo(at, 0);
    context.lineTo(at, box.height);
    context.stroke();
    context.setLineDash([]);
  }
  for (const point of scene.points) {
    if (point.y < -4 || point.y > box.height + 4) continue;
    context.beginPath();
    context.arc(point.x, point.y, 3.6, 0, 2 * Math.PI);
    context.fillStyle = point.color;
    context.strokeStyle = theme.background;
    context.lineWidth = 1.6;
    context.fill();
    context.stroke();
  }
  if (scene.selection) {
    const { left, top, width: across, height: down } = scene.selection;
    context.fillStyle = theme.dark ? 'rgba(120, 170, 255, 0.16)' : 'rgba(31, 111, 209, 0.10)';
    context.strokeStyle = theme.dark ? 'rgba(150, 190, 255, 0.8)' : 'rgba(31, 111, 209, 0.7)';
    context.lineWidth = 1;
    context.fillRect(left, top, across, down);
    context.strokeRect(left + 0.5, top + 0.5, across, down);
  }
  context.restore();
}

/** Draws a line on a stroke of the background, which separates it from the lines behind. */
function drawEmphasis(context: CanvasRenderingContext2D, line: EmphasizedLine, theme: ChartTheme): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [color, lineWidth, dash] of [
    [theme.background, theme.lineWidth + 4, []],
    [line.color, theme.lineWidth + 1.2, line.dash],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    context.setLineDash([...dash]);
    context.beginPath();
    for (const piece of line.pieces) {
      for (let at = 0; at < piece.length; at += 2) {
        if (at === 0) context.moveTo(piece[at]!, piece[at + 1]!);
        else context.lineTo(piece[at]!, piece[at + 1]!);
      }
    }
    context.stroke();
  }
}

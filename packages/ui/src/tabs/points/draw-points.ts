import type { Projected } from './camera.ts';

/** Line through positions, given as x, y and z of each. */
export interface DrawnLine {
  readonly line: Float32Array;
  /** CSS color; null for the default. */
  readonly color: string | null;
}

/** Projected points and lines. */
interface Drawing {
  readonly points: Projected;
  readonly colors: readonly (string | null)[];
  readonly lines: readonly DrawnLine[];
  readonly sprites: { readonly image: HTMLImageElement; readonly width: number; readonly height: number } | null;
  readonly width: number;
  readonly height: number;
}

/** Maximum number of points that are drawn as their images. */
const maxDrawnImages = 600;
/** Larger side of an image, in pixels. */
const drawnImageSize = 22;

/** Draws points and lines. Nearer points cover those behind them. */
export function drawPoints(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { points, lines, width, height } = drawing;
  const ratio = Math.min(2, canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const color = (name: string, other: string) => style.getPropertyValue(name).trim() || other;
  const accent = color('--tl-accent', '#1f6fd1');
  context.lineWidth = 1.5;
  for (const { line, color: given } of lines) {
    context.strokeStyle = given ?? color('--tl-text', '#333');
    context.beginPath();
    for (let at = 0; at < line.length; at += 3) context.lineTo(line[at]!, line[at + 1]!);
    context.stroke();
  }
  const order = Uint32Array.from({ length: points.length / 3 }, (_, index) => index);
  order.sort((a, b) => points[a * 3 + 2]! - points[b * 3 + 2]!);
  if (drawing.sprites && order.length <= maxDrawnImages) drawImages(context, drawing, order);
  else {
    const radius = order.length > 20_000 ? 1 : order.length > 2000 ? 1.8 : 3.2;
    for (const index of order) {
      context.fillStyle = drawing.colors[index] ?? accent;
      context.beginPath();
      context.arc(points[index * 3]!, points[index * 3 + 1]!, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

/** Draws the image of each point, framed in its color. */
function drawImages(context: CanvasRenderingContext2D, { points, colors, sprites }: Drawing, order: Uint32Array): void {
  const { image, width, height } = sprites!;
  const columns = Math.max(1, Math.floor(image.naturalWidth / width));
  const scale = drawnImageSize / Math.max(width, height);
  context.imageSmoothingEnabled = false;
  for (const index of order) {
    const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height];
    const [x, y] = [points[index * 3]! - (width * scale) / 2, points[index * 3 + 1]! - (height * scale) / 2];
    context.drawImage(image, left, top, width, height, x, y, width * scale, height * scale);
    const frame = colors[index];
    if (!frame) continue;
    context.strokeStyle = frame;
    context.strokeRect(x - 1, y - 1, width * scale + 2, height * scale + 2);
  }
}

import { fieldsOf, listOf, textOf } from '@tracklens/core/untrusted-json';

/** Box or polygon on an image, in its pixels. */
export interface Annotation {
  readonly layer: string;
  readonly label: string;
  readonly score: number | null;
  /** Corners in order. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

const numbersOf = (value: unknown): number[] =>
  listOf(value)
    .flat(2)
    .filter((one): one is number => typeof one === 'number' && Number.isFinite(one));

/** Maximum number of annotations per image. */
const limit = 500;

/**
 * Parses the annotations in an image's metadata, as the SDK writes them: layers of `{label, score, boxes: [[x, y,
 * width, height]]}` and `{label, score, points: [[x, y, x, y, …]]}`. Invalid ones are left out.
 */
export function annotationsOf(metadata: unknown): readonly Annotation[] {
  const found: Annotation[] = [];
  for (const layer of listOf(fieldsOf(metadata).annotations)) {
    for (const item of listOf(fieldsOf(layer).data)) {
      const { label, score, boxes, points } = fieldsOf(item);
      const common = {
        layer: textOf(fieldsOf(layer).name),
        label: textOf(label),
        score: typeof score === 'number' ? score : null,
      };
      for (const box of listOf(boxes)) {
        const [x, y, width, height] = numbersOf(box);
        if (x === undefined || y === undefined || width === undefined || height === undefined) continue;
        found.push({
          ...common,
          points: [
            [x, y],
            [x + width, y],
            [x + width, y + height],
            [x, y + height],
          ],
        });
      }
      for (const polygon of listOf(points)) {
        const numbers = numbersOf(polygon);
        if (numbers.length < 6) continue;
        const corners = Array.from(
          { length: Math.floor(numbers.length / 2) },
          (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!] as const,
        );
        found.push({ ...common, points: corners });
      }
    }
  }
  return found.slice(0, limit);
}

/** Width of an average bold letter, as a share of the font size. */
const letterWidth = 0.65;

/** Returns where the label of an annotation starts: at its first corner, moved into the image where it would be cut. */
export function labelStart(
  [[x, y] = [0, 0]]: Annotation['points'],
  label: string,
  [width, height]: readonly [width: number, height: number],
  fontSize: number,
): readonly [x: number, y: number] {
  const right = width - label.length * letterWidth * fontSize;
  return [Math.max(Math.min(x, right), 0), Math.max(Math.min(y - fontSize * 0.3, height), fontSize)];
}

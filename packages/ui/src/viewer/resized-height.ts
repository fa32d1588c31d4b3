import { heightRange } from '@tracklens/core/display';

const stepPixels = 24;
const pageSteps = 5;

/** Returns a height within the range of a view. */
export function allowedHeight(height: number): number {
  return Math.round(Math.min(heightRange.max, Math.max(heightRange.min, height)));
}

/** Returns the height that a key chooses; null for a key without a meaning. */
export function heightAfterKey(key: string, height: number): number | null {
  const changes: Readonly<Record<string, number>> = {
    ArrowUp: -stepPixels,
    ArrowDown: stepPixels,
    PageUp: -stepPixels * pageSteps,
    PageDown: stepPixels * pageSteps,
  };
  if (key === 'Home') return heightRange.min;
  const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
  return change === undefined ? null : allowedHeight(height + change);
}

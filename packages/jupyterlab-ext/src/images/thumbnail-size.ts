/** Images of up to this size are included in an output as they are. */
export const smallBytes = 6000;
/** Largest side of a thumbnail in pixels, and the largest image that is decoded. */
const maxSide = 160;
const pixelLimit = 40_000_000;

/** Size of an image in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of the thumbnail of an image; null for an image without pixels or with too many. */
export function thumbnailSize(width: number, height: number): Size | null {
  if (width * height === 0 || width * height > pixelLimit) return null;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Media type detected from the first bytes, whatever the name. SVG is detected from its text. */
export type MediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/svg+xml'
  | 'audio/wav'
  | 'audio/mpeg'
  | 'audio/ogg'
  | 'audio/flac'
  | 'video/mp4'
  | 'video/webm'
  | 'application/pdf'
  | 'application/zip';

const signatures: readonly (readonly [type: MediaType, offset: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['audio/wav', 8, [0x57, 0x41, 0x56, 0x45]],
  ['audio/mpeg', 0, [0x49, 0x44, 0x33]],
  ['audio/mpeg', 0, [0xff, 0xfb]],
  ['audio/mpeg', 0, [0xff, 0xf3]],
  ['audio/mpeg', 0, [0xff, 0xf2]],
  ['audio/ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['audio/flac', 0, [0x66, 0x4c, 0x61, 0x43]],
  ['video/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['video/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['application/pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['application/zip', 0, [0x50, 0x4b, 0x03, 0x04]],
];

const svgStart =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE\s+svg[^>]*>\s*)*<svg[\s>]/i;

/** Returns the detected media type; null for text and unknown types. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  const riff = bytes[0] === 0x52 && bytes[1] === 0x49 && bytes[2] === 0x46 && bytes[3] === 0x46;
  for (const [type, offset, expected] of signatures) {
    if (offset === 8 && !riff) continue;
    if (expected.every((byte, index) => bytes[offset + index] === byte)) return type;
  }
  return svgStart.test(new TextDecoder().decode(bytes.subarray(0, 2048))) ? 'image/svg+xml' : null;
}

/**
 * Returns the type of an image that may be displayed: PNG, JPEG, GIF, WebP or SVG. An `<img>` element never runs
 * scripts of an SVG.
 */
export function imageTypeOf(bytes: Uint8Array): MediaType | null {
  const type = mediaTypeOf(bytes);
  return type?.startsWith('image/') ? type : null;
}

/** Decodes bytes as text; null when they are not text. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8000).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const signatures = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
] as const;

/** Media type of an image without scripts. */
export type RasterType = (typeof signatures)[number][0];

/** Returns the type of a raster image, recognized by its first bytes; null for anything else, such as SVG. */
export function rasterType(bytes: Uint8Array): RasterType | null {
  const found = signatures.find(([, offset, expected]) => expected.every((byte, at) => bytes[offset + at] === byte));
  return found?.[0] ?? null;
}

import { indexedImage, indexedPngFile } from '../images/indexed-png.ts';

/** Draws an image on white in a size, and returns it as PNG. */
export async function drawnPng(
  image: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data: pixels } = context.getImageData(0, 0, width, height);
  const indexed = indexedImage({ width, height, pixels });
  return indexedPngFile(indexed, await compressed(indexed.rows));
}

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

import { toBase64, type ViewPayload, viewMimeType } from '@tracklens/core/display';
import { staticForms } from '@tracklens/core/static-charts';
import { drawnPng } from './drawn-png.ts';

/** Forms of an output by MIME type. */
export type OutputForms = Readonly<Record<string, unknown>>;

/** Returns the forms of an output, as `display` makes them. */
export async function outputForms(payload: ViewPayload): Promise<OutputForms> {
  const { html, text, svg } = staticForms(payload, { images: payload.images ?? true });
  const png = svg === null ? null : await pngOf(svg);
  return {
    [viewMimeType]: payload,
    'text/html': html,
    ...(png === null ? {} : { 'image/png': png }),
    'text/plain': text,
  };
}

/** Converts an SVG image to PNG as Base64. */
async function pngOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return toBase64(await drawnPng(image, { width: image.naturalWidth, height: image.naturalHeight }));
}

/** Views as static HTML and text, with charts as SVG images. */

export { type RasterType, rasterType } from './raster-type.ts';
export { type StaticForms, type StaticOptions, staticDocument, staticForms } from './static-html.ts';

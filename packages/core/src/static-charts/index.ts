/** Views as static HTML and text, with charts as SVG images. */

export { type StaticForms, type StaticOptions, staticForms } from './static-html.ts';

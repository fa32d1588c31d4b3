/** Charts and views as static images and HTML. Charts need the optional peer dependencies vega and vega-lite. */

export { staticChart } from './static-chart.ts';
export { type StaticForms, staticForms } from './static-html.ts';

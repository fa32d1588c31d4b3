/** Types of the vega packages that ship none. Only declares what the charts use. */
declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>;
}
declare module 'vega-transforms' {
  export const collect: unknown;
  export const prefacet: unknown;
  export const proxy: unknown;
  export const sieve: unknown;
}
declare module 'vega-view-transforms' {
  export const bound: unknown;
  export const identifier: unknown;
  export const mark: unknown;
  export const overlap: unknown;
  export const render: unknown;
  export const viewlayout: unknown;
}
declare module 'vega-encode' {
  export const axisticks: unknown;
  export const datajoin: unknown;
  export const encode: unknown;
  export const scale: unknown;
}
declare module 'vega-view' {
  export { View } from 'vega';
}
declare module 'vega-parser' {
  export { parse } from 'vega';
}

/** The vega modules that line charts need: about half of vega, which reduces the chunk of the export. */
import { transforms } from 'vega-dataflow';
import { axisticks, datajoin, encode, scale } from 'vega-encode';
import { parse } from 'vega-parser';
import { collect, prefacet, proxy, sieve } from 'vega-transforms';
import { View } from 'vega-view';
import { bound, identifier, mark, overlap, render, viewlayout } from 'vega-view-transforms';

const needed = {
  axisticks,
  bound,
  collect,
  datajoin,
  encode,
  identifier,
  mark,
  overlap,
  prefacet,
  proxy,
  render,
  scale,
  sieve,
  viewlayout,
};

/**
 * Creates the view of a spec. Expressions are parsed with their syntax tree, so that vega leaves their functions to
 * `options.expr`.
 */
export function runningView(spec: object, options: object): View {
  // Must not run at the top level of the module: bundlers drop side effects of modules.
  Object.assign(transforms, needed);
  const runtime = parse(spec as Parameters<typeof parse>[0], {}, { ast: true } as Parameters<typeof parse>[2]);
  return new View(runtime, options as ConstructorParameters<typeof View>[1]);
}

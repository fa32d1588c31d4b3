/** The parts of vega that line charts run on: about half of the whole, which matters to a lazily loaded file. */
import { transforms } from 'vega-dataflow';
import { axisticks, datajoin, encode, scale } from 'vega-encode';
import { parse } from 'vega-parser';
import { collect, prefacet, proxy, sieve } from 'vega-transforms';
import { View } from 'vega-view';
import { bound, identifier, mark, overlap, render, viewlayout } from 'vega-view-transforms';
import { forgetRemovedTargets } from './operator-targets.ts';

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

/** The view that draws a spec. Code that `options.expr` has to interpret comes with its syntax tree. */
export function runningView(spec: object, options: object): View {
  // Here and not at the module's top: bundlers drop what a module does beside its exports.
  Object.assign(transforms, needed);
  forgetRemovedTargets();
  const runtime = parse(spec as Parameters<typeof parse>[0], {}, { ast: true } as Parameters<typeof parse>[2]);
  return new View(runtime, options as ConstructorParameters<typeof View>[1]);
}

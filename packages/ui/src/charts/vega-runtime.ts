/** The parts of vega that line charts run on: about half of the whole, which matters to a lazily loaded file. */
import { transforms } from 'vega-dataflow';
import { axisticks, datajoin, encode, scale } from 'vega-encode';
import { aggregate, collect, facet, proxy, sieve } from 'vega-transforms';
import { bound, identifier, mark, overlap, render, viewlayout } from 'vega-view-transforms';

Object.assign(transforms, {
  aggregate,
  axisticks,
  bound,
  collect,
  datajoin,
  encode,
  facet,
  identifier,
  mark,
  overlap,
  proxy,
  render,
  scale,
  sieve,
  viewlayout,
});

export { parse } from 'vega-parser';
export { View } from 'vega-view';

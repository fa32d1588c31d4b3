/** The parts of vega that line charts run on: about half of the whole, which matters to a lazily loaded file. */
import { transforms } from 'vega-dataflow';
import { axisticks, datajoin, encode, scale } from 'vega-encode';
import { collect, prefacet, proxy, sieve } from 'vega-transforms';
import { bound, identifier, mark, overlap, render, viewlayout } from 'vega-view-transforms';

Object.assign(transforms, {
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
});

export { parse } from 'vega-parser';
export { View } from 'vega-view';

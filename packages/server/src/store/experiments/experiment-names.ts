import { createHash } from 'node:crypto';

const qualities = `
amber ancient brave bright broad calm clear coastal cool crisp dapper deep early eager fair fast fine gentle
golden grand green hidden high keen kind late light lively lucid mellow misty noble open patient plain quick
quiet rapid rare ready robust royal sharp silent silver simple smooth solid steady still strong sunny swift
tidy true vast vivid warm wide wild wise witty young zesty`
  .trim()
  .split(/\s+/);
const things = `
acorn alder anchor aspen badger basin beacon birch bison brook canyon cedar cliff cloud comet coral crane
creek delta dune eagle ember falcon fern finch fjord forest fox garnet glacier grove harbor heron island jade
lagoon lake larch lark lynx maple marten meadow mesa oak orbit otter owl peak pine plover prairie quartz raven
reef ridge river sparrow spruce stone summit tern valley willow`
  .trim()
  .split(/\s+/);

/**
 * Returns a pronounceable name for an experiment without one. It is derived from the key, so the same key always has
 * the same name.
 */
export function experimentNameFor(experimentKey: string): string {
  const digest = createHash('sha256').update(experimentKey).digest();
  const quality = qualities[digest[0]! % qualities.length]!;
  const thing = things[digest[1]! % things.length]!;
  return `${quality}_${thing}_${1000 + (digest.readUInt16BE(2) % 9000)}`;
}

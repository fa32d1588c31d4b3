/** Cost of one run of one side. */
export interface Sample {
  readonly wallMillis: number;
  /** CPU time of the measured process, where it can be read. */
  readonly cpuMillis?: number;
}

/** One side of a comparison: does the whole work once. */
export interface Side {
  readonly name: string;
  run(): Promise<Sample>;
}

/** Minimum, median and maximum of several runs. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Both sides of several rounds and their ratio. */
export interface Comparison {
  readonly ours: string;
  readonly peer: string;
  readonly rounds: number;
  readonly oursMillis: Spread;
  readonly peerMillis: Spread;
  /** Peer's time over ours, round by round: above 1 we are faster. */
  readonly ratio: Spread;
  readonly cpuRatio: Spread | null;
}

/** Returns minimum, median and maximum of several runs. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
}

/**
 * Runs two sides alternately, A B A B, after a warm-up of each, so that a machine whose speed drifts slows both: only
 * the ratios within a round are worth quoting.
 */
export async function sideBySide(ours: Side, peer: Side, { rounds = 5, warmUps = 1 } = {}): Promise<Comparison> {
  for (let round = 0; round < warmUps; round++) {
    await ours.run();
    await peer.run();
  }
  const mine: Sample[] = [];
  const theirs: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    mine.push(await ours.run());
    theirs.push(await peer.run());
  }
  const cpu = mine.flatMap((sample, round) => {
    const other = theirs[round]!.cpuMillis;
    return sample.cpuMillis === undefined || other === undefined ? [] : [other / sample.cpuMillis];
  });
  return {
    ours: ours.name,
    peer: peer.name,
    rounds,
    oursMillis: spread(mine.map((sample) => sample.wallMillis)),
    peerMillis: spread(theirs.map((sample) => sample.wallMillis)),
    ratio: spread(mine.map((sample, round) => theirs[round]!.wallMillis / sample.wallMillis)),
    cpuRatio: cpu.length === rounds ? spread(cpu) : null,
  };
}

/** Measures wall and CPU time of work in this process. */
export async function timed(work: () => Promise<unknown>): Promise<Sample> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const wallMillis = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return { wallMillis, cpuMillis: (used.user + used.system) / 1000 };
}

/** The lowest and the highest sample of each of so many even parts. */
export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** A sound as its outline; silence where there are fewer samples than parts. */
export function peaksOf(samples: Float32Array, parts: number): Peaks {
  const low = new Float32Array(parts);
  const high = new Float32Array(parts);
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((part * samples.length) / parts);
    const to = Math.max(from + 1, Math.floor(((part + 1) * samples.length) / parts));
    let least = 0;
    let most = 0;
    for (let at = from; at < to && at < samples.length; at++) {
      const sample = samples[at]!;
      if (sample < least) least = sample;
      else if (sample > most) most = sample;
    }
    low[part] = least;
    high[part] = most;
  }
  return { low, high };
}

/** A length of sound as a player says it: `0:07`, `3:05`. */
export function clockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

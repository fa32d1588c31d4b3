/** Minimum and maximum sample of each of a number of equal parts. */
export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * Computes the peaks of samples. Every peak includes zero. Where there are fewer samples than parts, samples are
 * repeated; without samples all peaks are zero.
 */
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

/** Formats a duration as `0:07` or `3:05`. */
export function clockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

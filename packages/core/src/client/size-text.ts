const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes for messages, such as `1.2 GB`. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** unit;
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

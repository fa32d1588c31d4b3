/** Returns whether the SDK measured a metric by itself, about the machine and the process. */
export function isSystemMetric(name: string): boolean {
  return name.startsWith('sys.') || name === 'process duration';
}

/**
 * Returns the Python expression for a connection to a service. It reaches this service whatever else is configured, and
 * whichever services run.
 */
export function pythonConnection(origin: string, apiKeyFile: string): string {
  // JSON escapes every string in a way that Python reads.
  return `tracklens.connect(${JSON.stringify(origin)}, open(${JSON.stringify(apiKeyFile)}).read())`;
}

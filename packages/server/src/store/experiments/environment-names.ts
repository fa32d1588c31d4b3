/** Field names of the system details that a query can filter by, by their name in the query. */
const environmentNames: Readonly<Record<string, string>> = {
  hostname: 'hostname',
  user: 'user',
  ip: 'ip',
  machine: 'machine',
  processor: 'processor',
  os: 'os',
  os_type: 'osType',
  os_release: 'osRelease',
  pid: 'pid',
  executable: 'executable',
  command: 'command',
  python_version: 'pythonVersion',
  python_version_verbose: 'pythonVersionVerbose',
};

/** Returns a logged detail as text for queries: the items of a list are joined, and a missing detail is null. */
function environmentValue(detail: unknown): string | null {
  if (detail === undefined || detail === null || detail === '') return null;
  if (Array.isArray(detail)) return detail.join(' ');
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

/** Extracts the values that a query can filter by from the logged details. */
export function environmentOf(details: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  const put = (name: string, detail: unknown) => {
    const value = environmentValue(detail);
    if (value !== null) found[name] = value;
  };
  for (const [name, field] of Object.entries(environmentNames)) put(name, details[field]);
  for (const item of Array.isArray(details.logAdditionalSystemInfoList) ? details.logAdditionalSystemInfoList : []) {
    const { key, value } = item as { key?: unknown; value?: unknown };
    if (typeof key === 'string' && !(key in found)) put(key, value);
  }
  return found;
}

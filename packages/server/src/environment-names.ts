/** System details that a query can test, by the name it tests them under. */
export const environmentNames: Readonly<Record<string, string>> = {
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

/** A logged detail as the text that a query sees: a list is one text, an absent one null. */
export function environmentValue(detail: unknown): string | null {
  if (detail === undefined || detail === null || detail === '') return null;
  if (Array.isArray(detail)) return detail.join(' ');
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

/** The values a query can test, out of the details as they were logged. */
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

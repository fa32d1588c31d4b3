// The names of logged files are paths of the machine that logged them: `os.path.join` writes backslashes on Windows.

/** Returns the index of the last separator of either kind, or -1. */
const lastSeparator = (name: string) => Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));

/** Returns the folder of a logged file, with forward slashes and no trailing slash. Empty if there is no folder. */
export function fileFolder(name: string): string {
  let end = Math.max(lastSeparator(name), 0);
  // A regular expression would take quadratic time for a name with many separators.
  while (name[end - 1] === '/' || name[end - 1] === '\\') end--;
  return name.slice(0, end).replaceAll('\\', '/');
}

/** Returns the name of a logged file without its folder. Returns the whole name if it ends with a separator. */
export function fileBaseName(name: string): string {
  return name.slice(lastSeparator(name) + 1) || name;
}

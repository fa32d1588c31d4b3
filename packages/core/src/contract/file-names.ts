// Names of logged files are paths of the machine that logged them: `os.path.join` writes backslashes on Windows.

/** The index of the last separator of either kind; -1 for none. */
const lastSeparator = (name: string) => Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));

/** The folder part of a logged file's name, with slashes and without one at its end; empty for none. */
export function fileFolder(name: string): string {
  return name
    .slice(0, Math.max(lastSeparator(name), 0))
    .replaceAll('\\', '/')
    .replace(/\/+$/, '');
}

/** The name of a logged file without its folder; the whole name when nothing follows the last separator. */
export function fileBaseName(name: string): string {
  return name.slice(lastSeparator(name) + 1) || name;
}

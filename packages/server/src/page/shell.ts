/** The shell that shown commands are written for: the one a person of this platform has open. */
export type Shell = 'posix' | 'powershell';

/** The shell of a platform. */
export function shellOf(platform: NodeJS.Platform = process.platform): Shell {
  return platform === 'win32' ? 'powershell' : 'posix';
}

/**
 * An argument as it is typed, quoted where the shell needs it. A Windows path gets double quotes, which cmd.exe understands
 * too, unless PowerShell would read a variable or an escape in them.
 */
export function quoted(text: string, shell: Shell): string {
  if (shell === 'posix') return /^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  if (/^[\w.\\/:~+=-]+$/.test(text)) return text;
  return /[$`"\u2018-\u201f]/.test(text) ? `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'` : `"${text}"`;
}

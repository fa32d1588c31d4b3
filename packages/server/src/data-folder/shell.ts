import type { Shell } from '@tracklens/core/contract';

/** Returns the usual shell of a platform. */
export function shellOf(platform: NodeJS.Platform = process.platform): Shell {
  return platform === 'win32' ? 'powershell' : 'posix';
}

/**
 * Quotes an argument where the shell requires it. A Windows path gets double quotes, which cmd.exe also supports,
 * unless PowerShell would interpret a variable or an escape in them.
 */
export function quoted(text: string, shell: Shell): string {
  if (shell === 'posix') return /^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  if (/^[\w.\\/:~+=-]+$/.test(text)) return text;
  return /[$`"\u2018-\u201f]/.test(text) ? `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'` : `"${text}"`;
}

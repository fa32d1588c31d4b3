/** Returns whether an address may be opened: a web page, never a script or a file. */
export function isPageAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

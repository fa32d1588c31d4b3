/** Whether the id is that of a connection that the user signed in to: the URL of its service. */
export function isSaved(connectionId: string): boolean {
  return /^https?:/.test(connectionId);
}

/** Calls `show`, and again after each delay until `isSeen` returns true. Returns whether it was seen. */
export async function showWithRetry(
  show: () => void,
  isSeen: () => boolean,
  pausesMillis: readonly number[],
): Promise<boolean> {
  show();
  for (const millis of pausesMillis) {
    await new Promise((resolve) => setTimeout(resolve, millis));
    if (isSeen()) return true;
    show();
  }
  return isSeen();
}

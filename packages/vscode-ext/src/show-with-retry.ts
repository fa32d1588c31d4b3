/** Shows something, and again after each of these pauses until it is seen; whether it was. */
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

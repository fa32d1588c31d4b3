/** Delay in milliseconds after which a page counts as hidden: nothing is painted there. */
const hiddenMillis = 200;

/** Calls back once after the next paint, or soon where the page is hidden. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  let timer = setTimeout(run, hiddenMillis);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  function run(): void {
    cancelAnimationFrame(frame);
    callback();
  }
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

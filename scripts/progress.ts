/** Runs a step: prints its title, a progress line every 15 s, and its duration at the end. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`• ${title}`);
  const timer = setInterval(() => console.log(`  … ${title}: ${elapsed()}`), 15_000);
  try {
    const result = await work();
    console.log(`✓ ${title} ${elapsed()}`);
    return result;
  } catch (error) {
    console.error(`✗ ${title}: failed after ${elapsed()}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

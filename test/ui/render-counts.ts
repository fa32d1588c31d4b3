import type { Page } from 'playwright-core';

/** What React passes to its developer tools about a component or an element. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  /** The same in the previous commit. */
  readonly alternate: Fiber | null;
  readonly stateNode: unknown;
}

/**
 * Reloads a test page with a counter of renders. Returns a function that runs an action and returns how often
 * components were rendered meanwhile, by the class of their outermost element.
 */
export async function renderCounts(page: Page) {
  await page.addInitScript(countRenders);
  await page.reload();
  await page.waitForFunction(() => 'page' in window);
  const take = () => page.evaluate(() => (window as unknown as Counted).takeRenderCounts());
  return async (action: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> => {
    await take();
    await action();
    return await take();
  };
}

type Counted = { takeRenderCounts(): Record<string, number> };

function countRenders() {
  const [functionComponent, hostElement, forwardedRef, memo, simpleMemo] = [0, 5, 11, 14, 15];
  const performedWork = 1;
  let counts: Record<string, number> = {};
  const classOf = (fiber: Fiber): string => {
    let at: Fiber | null = fiber;
    while (at !== null && at.tag !== hostElement) at = at.child;
    return (at?.stateNode as Element | undefined)?.getAttribute('class') ?? '';
  };
  const visit = (fiber: Fiber) => {
    const { tag, flags, child, alternate } = fiber;
    const isComponent = [functionComponent, forwardedRef, memo, simpleMemo].includes(tag);
    if (isComponent && (alternate === null || (flags & performedWork) !== 0)) {
      const name = classOf(fiber);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    // Nothing below has changed.
    if (child === alternate?.child) return;
    for (let next = child; next !== null; next = next.sibling) visit(next);
  };
  Object.assign(window, {
    takeRenderCounts() {
      const taken = counts;
      counts = {};
      return taken;
    },
    // React calls it if it is defined before its code is loaded.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => visit(root.current),
      onCommitFiberUnmount() {},
    },
  });
}

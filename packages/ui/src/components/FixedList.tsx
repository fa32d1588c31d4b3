import { Fragment, type ReactElement, type ReactNode } from 'react';

/**
 * List whose items have no id and are never reordered, such as the lines of a text: an item is identified by its index.
 */
export function FixedList<T>({
  items,
  children,
}: {
  readonly items: Iterable<T>;
  readonly children: (item: T, index: number) => ReactNode;
}): ReactElement {
  return (
    <>
      {Array.from(items, (item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are never reordered.
        <Fragment key={index}>{children(item, index)}</Fragment>
      ))}
    </>
  );
}

import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';

/** Element that scrolls. It is a tab stop, so that the keyboard can scroll it. */
export function ScrollRegion({
  as: Element = 'section',
  elementRef,
  children,
  ...attributes
}: HTMLAttributes<HTMLElement> & {
  readonly as?: 'section' | 'pre' | 'div';
  readonly elementRef?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Element {...attributes} ref={elementRef as Ref<never>} tabIndex={0}>
      {children}
    </Element>
  );
}

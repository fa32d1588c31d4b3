import { type CSSProperties, type ReactElement, type ReactNode, useRef } from 'react';
import { useNearViewport } from '../live/use-near-viewport.ts';
import { type BlockRows, type ListPlace, listItem } from './card-layout.ts';

/** Distance from the viewport within which a block is rendered. Cards draw their charts within a smaller one. */
const margin = '1200px';

/**
 * Block of consecutive items of a long list. Far from the viewport it is one element of the same height with the texts
 * of its rows in their places, so that the search of the browser and screen readers find them. Unlike a virtual list it
 * needs no scrolling element, which in a notebook is outside of the view.
 */
export function NearBlock({
  className,
  style,
  rows,
  isFirst,
  isOnly,
  place,
  children,
}: {
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly rows: () => BlockRows;
  /** Whether the block is at the start of the list, which is visible at first. */
  readonly isFirst: boolean;
  /** Whether the list has no other block. It is then always rendered. */
  readonly isOnly: boolean;
  /** Position of its first item, if the block is part of a list. */
  readonly place?: ListPlace;
  readonly children: () => ReactNode;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(element, margin, isFirst);
  if (isNear || isOnly) {
    return (
      <div ref={element} className={className} style={style}>
        {children()}
      </div>
    );
  }
  const { texts, height } = rows();
  return (
    <div
      ref={element}
      {...(place && listItem(place))}
      className="tl-far-block"
      style={{ height, lineHeight: `${height / texts.length}px` }}
    >
      {texts.join('\n')}
    </div>
  );
}

/** What a popup stands in and below, all in pixels of the window. */
export interface PopupBounds {
  /** Left edge of the button it belongs to. */
  readonly anchor: number;
  readonly width: number;
  /** The view that it must not leave. */
  readonly left: number;
  readonly right: number;
}

/** So far a popup stays from the edges of its view. */
export const popupMargin = 6;

/** How far right of its button a popup begins: at the button's edge, or further left where it would leave the view. */
export function popupLeft({ anchor, width, left, right }: PopupBounds): number {
  const furthest = Math.max(left + popupMargin, right - popupMargin - width);
  return Math.min(Math.max(anchor, left + popupMargin), furthest) - anchor;
}

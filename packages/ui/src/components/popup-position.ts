/** Bounds that determine a popup's position, in pixels of the window. */
export interface PopupBounds {
  /** Left edge of the popup's button. */
  readonly anchor: number;
  readonly width: number;
  /** View that the popup must not leave. */
  readonly left: number;
  readonly right: number;
}

/** Minimum distance between a popup and the edges of its view. */
export const popupMargin = 6;

/** Returns the left offset of a popup from its button: 0, or negative if the popup would leave the view. */
export function popupLeft({ anchor, width, left, right }: PopupBounds): number {
  const furthest = Math.max(left + popupMargin, right - popupMargin - width);
  return Math.min(Math.max(anchor, left + popupMargin), furthest) - anchor;
}

import type { Numbers } from '../../contract/curve.ts';

/** Box of a 3D scene: lines between points. */
export interface SceneBox {
  /** Lines, each from one point to the next. */
  readonly segments: readonly (readonly Numbers[])[];
  /** Red, green and blue, from 0 to 255. */
  readonly color?: readonly number[] | undefined;
  /** Name of the box. */
  readonly name?: string | undefined;
}

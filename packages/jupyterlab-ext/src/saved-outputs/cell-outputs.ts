import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';

/** Model of an output, as far as it is read here. */
export interface CellOutput extends IRenderMime.IMimeModel {
  /** Type of the output, such as `stream`. */
  readonly type: string;
}

/** List of outputs that a code cell has. */
interface OutputList {
  readonly length: number;
  get(index: number): CellOutput;
}

/** Returns the outputs of a cell; none of a cell without code. */
export function outputsOf(cell: object): CellOutput[] {
  const { outputs } = cell as { readonly outputs?: OutputList };
  return outputs === undefined ? [] : Array.from({ length: outputs.length }, (_, index) => outputs.get(index));
}

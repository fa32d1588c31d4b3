import { chunksOf, mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext } from '../client/operation.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import type { AccountSubject } from './account.ts';
import { failureAmongKeys } from './for-each-key.ts';

const { experiments } = contract;
const keysPerMove = 100;

/** Destination of experiments that are moved or, with `symlink`, linked. */
interface MoveTarget {
  readonly targetWorkspaceName: string;
  readonly targetProjectName: string;
  readonly symlink: boolean;
}

/**
 * Moves experiments in chunks. Loaded by the first move.
 *
 * @throws RestApiException `invalid` for an experiment of another workspace
 */
export async function moveExperiments(
  context: OperationContext<AccountSubject>,
  experimentKeys: readonly string[],
  target: MoveTarget,
): Promise<WriteReply | null> {
  const moved = [...new Set(experimentKeys)];
  const found = await mapConcurrent(moved, (experimentKey) =>
    context.call(experiments.metadata, { query: { experimentKey } }),
  );
  const foreign = found.find(({ workspaceName }) => workspaceName !== target.targetWorkspaceName);
  if (foreign !== undefined) {
    const { experimentKey, workspaceName } = foreign;
    throw context.failure(
      'invalid',
      `${experimentKey} is in ${workspaceName}; experiments cannot be moved between workspaces`,
    );
  }
  let last: WriteReply | null = null;
  for (const [index, chunk] of chunksOf(moved, keysPerMove).entries()) {
    const body = { ...target, experimentKeys: chunk };
    try {
      last = await context.call(experiments.move, { body });
    } catch (error) {
      const from = index * keysPerMove;
      const [done, left] = [moved.slice(0, from), moved.slice(from + chunk.length)];
      throw failureAmongKeys(error, { done, failed: chunk, left });
    }
  }
  return last;
}

import { mapConcurrent } from './map-concurrent.ts';
import { OperationContext, type OperationSubject } from './operation.ts';

/**
 * Transfers files with limited concurrency. After the first failure no further transfer starts and the others are
 * aborted. When all have ended the error is thrown, so nothing is written or sent after the operation has failed.
 *
 * @param transfer transfers one file, with the requests of the context that it gets
 */
export async function transferAll<Subject extends OperationSubject, T>(
  context: OperationContext<Subject>,
  files: readonly T[],
  transfer: (context: OperationContext<Subject>, file: T) => Promise<unknown>,
  concurrency?: number,
): Promise<void> {
  const failed = new AbortController();
  const { subject, operation, caller } = context;
  const signal = caller.signal === undefined ? failed.signal : AbortSignal.any([caller.signal, failed.signal]);
  const abortable = new OperationContext(subject, operation, { ...caller, signal });
  const errors: unknown[] = [];
  const attempt = async (file: T) => {
    if (errors.length > 0) return;
    try {
      await transfer(abortable, file);
    } catch (error) {
      errors.push(error);
      failed.abort();
    }
  };
  await mapConcurrent(files, attempt, concurrency);
  if (errors.length > 0) throw errors[0];
}

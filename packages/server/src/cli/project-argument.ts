import { UsageError } from './usage-error.ts';

/**
 * Returns the names of the argument `WORKSPACE/PROJECT`.
 *
 * @throws UsageError for another form
 */
export function projectOf(argument: string): { workspaceName: string; projectName: string } {
  const [workspaceName, projectName, ...rest] = argument.split('/');
  if (workspaceName && projectName && rest.length === 0) return { workspaceName, projectName };
  throw new UsageError(`${argument} is no project. Name it like WORKSPACE/PROJECT`);
}

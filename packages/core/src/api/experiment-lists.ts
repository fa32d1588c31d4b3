import { anything, type Check } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext } from '../client/operation.ts';
import { contract, type ExperimentMetadata } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';

const { experiments, projects } = contract;

/** Selects experiments of a workspace. */
export interface ExperimentSelection extends OperationOptions {
  /** Default: all projects of the workspace. */
  readonly projectName?: string | undefined;
  /** Matched against the start of the key or the name. A string is parsed as a regular expression. */
  readonly pattern?: RegExp | string | undefined;
}

/** Selection of a list: archived experiments or the others. */
export interface ListSelection extends ExperimentSelection {
  readonly archived: boolean;
}

type Context = OperationContext<AccountSubject>;

/** Check of a pattern: it is parsed when the experiments are selected. */
export const patternCheck: Check<RegExp | string> = anything;

/**
 * Returns whether the key or the name of an experiment matches the pattern at its start.
 *
 * @throws RestApiException `invalid` for a pattern that is no regular expression
 */
export function startMatcher(
  { failure }: Context,
  pattern?: RegExp | string,
): (metadata: ExperimentMetadata) => boolean {
  if (pattern === undefined) return () => true;
  // A RegExp from another realm is valid too, so it is recognized by its fields.
  const { source, flags } = typeof pattern === 'string' ? { source: pattern, flags: '' } : pattern;
  if (typeof source !== 'string') throw failure('invalid', 'pattern must be a string or a RegExp');
  let expression: RegExp;
  try {
    expression = new RegExp(`^(?:${source})`, flags.replace(/[gy]/g, ''));
  } catch (cause) {
    throw failure('invalid', `${source} is not a regular expression`, { cause });
  }
  return ({ experimentKey, experimentName }) =>
    expression.test(experimentKey) || (experimentName !== null && expression.test(experimentName));
}

/** Returns the name of the given project, or of all projects of the workspace. */
export async function projectNames({ call }: Context, workspaceName: string, projectName?: string): Promise<string[]> {
  if (projectName !== undefined) return [projectName];
  const response = await call(projects.list, { query: { workspaceName } });
  return response.projects.map((project) => project.projectName);
}

/** Returns the selected experiments of a workspace. */
export async function listExperiments(
  context: Context,
  workspaceName: string,
  { archived, pattern, projectName: onlyProject }: ListSelection,
): Promise<ExperimentReference[]> {
  const matches = startMatcher(context, pattern);
  const names = await projectNames(context, workspaceName, onlyProject);
  const lists = await mapConcurrent(names, async (projectName) => {
    const query = { workspaceName, projectName, archived };
    return (await context.call(experiments.list, { query })).experiments;
  });
  return lists
    .flat()
    .filter(matches)
    .map((metadata) => context.subject.experimentOf(metadata.experimentKey, metadata));
}

import type { OperationContext } from '../client/operation.ts';
import { contract } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';
import { nullIfUnavailable } from './experiment-summaries.ts';

/** Experiments of a project with the same tag or value of a parameter. */
export interface ExperimentGroup {
  /** Tag or logged value; null for the experiments without one. */
  readonly value: string | null;
  readonly experimentKeys: readonly string[];
}

type Context = OperationContext<AccountSubject>;

/** Returns the experiments of all projects that contain each word of a text; null from a service that cannot search. */
export async function experimentsWithWords(
  { call, subject }: Context,
  text: string,
): Promise<ExperimentReference[] | null> {
  try {
    const { experiments } = await call(contract.query.find, { query: { text } });
    return experiments.map((metadata) => subject.experimentOf(metadata.experimentKey, metadata));
  } catch (error) {
    return nullIfUnavailable(error);
  }
}

/** Returns the groups of a project's experiments; null from a service that does not group them. */
export async function groupsOfProject(
  { call }: Context,
  project: { readonly workspaceName: string; readonly projectName: string; readonly parameter: string | undefined },
): Promise<ExperimentGroup[] | null> {
  try {
    return (await call(contract.query.groups, { query: { ...project } })).groups;
  } catch (error) {
    return nullIfUnavailable(error);
  }
}

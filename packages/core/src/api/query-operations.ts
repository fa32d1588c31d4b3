import { type Column, contract } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { compileQuery, parseQueryOrThrow, type QueryInput, textOfQuery } from '../query/index.ts';
import type { OperationOptions } from './connection.ts';
import { eachOf } from './each-of.ts';
import { ExperimentOperations } from './experiment-operations.ts';

const { query: queries, experiments } = contract;

/** Finding experiments by a query (sections 4.2, 4.3). */
export abstract class QueryOperations<E extends BaseExperiment> extends ExperimentOperations<E> {
  /** What a query on a project can test: name, source and type of each (sections 2, 4.2). */
  async getQueryVariables(workspace: string, projectName: string, options: OperationOptions = {}): Promise<Column[]> {
    const fields = { workspaceName: workspace, projectName };
    return (await this.connection.call('getQueryVariables', queries.columns, { query: fields }, options)).columns;
  }

  /**
   * The experiments of a project for which a query holds (sections 4.2, 4.3): text, a tree, or one built in code. `~` before a group
   * means "or", which takes several calls; each experiment comes once, in the order the service gave it first.
   *
   * @throws QuerySyntaxError with positions, before anything is sent when the text alone is wrong
   * @throws RestApiException
   */
  async query(
    workspace: string,
    projectName: string,
    query: QueryInput,
    options: OperationOptions & { readonly archived?: boolean } = {},
  ): Promise<E[]> {
    return await this.union('query', workspace, projectName, [query], options);
  }

  /** The experiments for which any of several queries holds, each once: "or" beyond the grammar of section 4.3. */
  async queryAny(
    workspace: string,
    projectName: string,
    expressions: readonly QueryInput[],
    options: OperationOptions & { readonly archived?: boolean } = {},
  ): Promise<E[]> {
    return await this.union('queryAny', workspace, projectName, expressions, options);
  }

  private async union(
    operation: string,
    workspace: string,
    projectName: string,
    expressions: readonly QueryInput[],
    options: OperationOptions & { readonly archived?: boolean },
  ): Promise<E[]> {
    for (const expression of expressions) parseQueryOrThrow(textOfQuery(expression));
    const columns = await this.getQueryVariables(workspace, projectName, options);
    const conjunctions = expressions.flatMap((expression) => compileQuery(expression, columns));
    const answers = await eachOf(conjunctions, async (predicates) => {
      const body = {
        workspaceName: workspace,
        projectName,
        predicates: [...predicates],
        archived: options.archived ?? false,
      };
      return (await this.connection.call(operation, queries.run, { body }, options)).experimentKeys;
    });
    const keys = [...new Set(answers.flat())];
    if (keys.length === 0) return [];
    return await this.experimentsOf(operation, workspace, projectName, keys, options);
  }

  /** Metadata for many keys: one list of the project costs less than a call for each, but for a handful. */
  private async experimentsOf(
    operation: string,
    workspace: string,
    projectName: string,
    keys: readonly string[],
    options: OperationOptions & { readonly archived?: boolean },
  ): Promise<E[]> {
    const known = new Map<string, E>();
    if (keys.length > 8) {
      const fields = { workspaceName: workspace, projectName, archived: options.archived ?? false };
      const answer = await this.connection.call(operation, experiments.list, { query: fields }, options);
      for (const metadata of answer.experiments) {
        known.set(metadata.experimentKey, this.experimentOf(metadata.experimentKey, metadata));
      }
    }
    return await eachOf(keys, async (experimentKey) => {
      const found = known.get(experimentKey);
      if (found !== undefined) return found;
      const fields = { experimentKey };
      const metadata = await this.connection.call(operation, experiments.metadata, { query: fields }, options);
      return this.experimentOf(experimentKey, metadata);
    });
  }
}

import { argument, text, texts } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { callInOrder } from './log-queue.ts';

const { experiments } = contract;

/** Operations on the tags of an experiment. */
export interface TagOperations {
  /** Adds one tag. */
  addTag(tag: string, options?: OperationOptions): Promise<WriteReply>;
  /** Adds tags. Tags that the experiment already has are not duplicated. */
  addTags(tags: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Removes tags. */
  deleteTags(tags: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Returns the tags in the order they were added. */
  getTags(options?: OperationOptions): Promise<string[]>;
}

type Context = OperationContext<ExperimentSubject>;

/** Returns a copy of a list of tags. */
function checkedTags({ failure }: Context, tags: readonly string[]): string[] {
  if (tags.length > 0 && !tags.includes('')) return [...tags];
  throw failure('invalid', 'tags must be strings that are not empty');
}

async function addTags(context: Context, tags: readonly string[]): Promise<WriteReply> {
  const body = { experimentKey: context.subject.key, addedTags: checkedTags(context, tags) };
  return await callInOrder(context, experiments.addTags, { body });
}

/** Definitions of the operations on the tags of an experiment. */
export const tagOperations = defineOperations<TagOperations, ExperimentSubject>({
  addTag: { unawaited: true, arguments: [argument('tag', text)], run: (context, tag) => addTags(context, [tag]) },
  addTags: { unawaited: true, arguments: [argument('tags', texts)], run: addTags },
  deleteTags: {
    unawaited: true,
    arguments: [argument('tags', texts)],
    async run(context, tags) {
      const body = { experimentKey: context.subject.key, tags: checkedTags(context, tags) };
      return await callInOrder(context, experiments.deleteTags, { body });
    },
  },
  getTags: { run: async ({ call, subject }) => (await call(experiments.tags, subject.keyQuery)).tags },
});

import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { contract, type WriteReply } from '../contract/index.ts';
import { BaseExperiment } from './base-experiment.ts';

const { experiments } = contract;

function checked(operation: string, tags: readonly string[]): string[] {
  if (Array.isArray(tags) && tags.length > 0 && tags.every((tag) => typeof tag === 'string' && tag !== ''))
    return [...tags];
  throw RestApiException.from({ code: 'invalid', operation, reason: 'tags are texts that are not empty' });
}

/** Operations on the tags of an experiment. */
export abstract class ExperimentTags extends BaseExperiment {
  /** Adds one tag. */
  async addTag(tag: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.sendTags('addTag', [tag], options);
  }

  /** Adds tags. Tags that the experiment already has are not duplicated. */
  async addTags(tags: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    return await this.sendTags('addTags', tags, options);
  }

  /** Removes tags. */
  async deleteTags(tags: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, tags: checked('deleteTags', tags) };
    return await this.connection.call('deleteTags', experiments.deleteTags, { body }, options);
  }

  /** Returns the tags in the order they were added. */
  async getTags(options: OperationOptions = {}): Promise<string[]> {
    return (await this.connection.call('getTags', experiments.tags, this.mine, options)).tags;
  }

  private async sendTags(operation: string, tags: readonly string[], options: OperationOptions): Promise<WriteReply> {
    const body = { experimentKey: this.key, addedTags: checked(operation, tags) };
    return await this.connection.call(operation, experiments.addTags, { body }, options);
  }
}

operations(ExperimentTags.prototype, {
  addTag: ['tag'],
  addTags: ['tags'],
  deleteTags: ['tags'],
});

import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { OpenArguments } from './valid-arguments.ts';

/**
 * Validates command arguments, which may come from a saved layout or another extension; null without a valid target.
 * The schemas are loaded on the first call.
 */
export async function readOpenArguments(args: ReadonlyPartialJSONObject): Promise<OpenArguments | null> {
  const { validArguments } = await import('./valid-arguments.ts');
  return validArguments(args);
}

/** Schema of the arguments of commands that open a target. */
export const openArgumentsSchema = {
  type: 'object',
  required: ['target'],
  properties: {
    target: {
      type: 'object',
      description: 'What to show: { kind: "experiment", experimentKey, tab? }, a project, a model or a query.',
    },
    newPanel: { type: 'boolean', description: 'Open a second panel even when one already shows this.' },
    activate: { type: 'boolean', description: 'Bring the panel to the front (default: true).' },
    preview: { type: 'boolean', description: 'Reuse one panel for all previews, and leave the focus where it is.' },
    connection: { type: 'string', description: 'Id of the connection of the target (default: the active one).' },
  },
} as const;

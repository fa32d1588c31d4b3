import { argument, text } from '../client/argument.ts';

/** Arguments that several operations of an account have. */
export const named = {
  workspace: argument('workspace', text),
  projectName: argument('projectName', text),
  projectId: argument('projectId', text),
  experimentKey: argument('experimentKey', text),
  registryName: argument('registryName', text),
  version: argument('version', text),
} as const;

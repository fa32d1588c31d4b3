import type { TreeDefinition } from './tree-definition.ts';

/** All trees, in display order. */
export const treeDefinitions = [
  {
    id: 'experiments',
    title: 'Experiments',
    usesFavorites: true,
    collapsed: false,
    messages: {
      signedOut: 'Browse your experiments, chart their metrics and open them in notebooks.',
      unreadable: null,
      empty: 'No workspace has an experiment yet. Experiments appear here as soon as a script logs one.',
    },
    load: async () => (await import('./experiments-tree.ts')).experimentsTree,
  },
  {
    id: 'registry',
    title: 'Model Registry',
    usesFavorites: false,
    collapsed: false,
    messages: {
      signedOut: 'Registered models appear here once you are connected.',
      unreadable: 'The registry cannot be read.',
      empty: 'No model is registered yet. Register one from an experiment and it appears here with its versions.',
    },
    load: async () => (await import('./registry-tree.ts')).registryTree,
  },
  {
    id: 'artifacts',
    title: 'Artifacts',
    usesFavorites: false,
    collapsed: true,
    messages: {
      signedOut: 'Artifacts appear here once you are connected.',
      unreadable: 'The artifacts cannot be read.',
      empty:
        'No workspace has an artifact yet. Log one from an experiment and it appears here with its versions and files.',
    },
    load: async () => (await import('./artifacts-tree.ts')).artifactsTree,
  },
] as const satisfies readonly TreeDefinition[];

/** Id of a tree. */
export type TreeId = (typeof treeDefinitions)[number]['id'];

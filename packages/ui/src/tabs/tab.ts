import type { ComponentType } from 'react';

/** Props of a tab. */
export interface TabProps {
  readonly experimentKey: string;
  /** Name of the experiment, or the first characters of its key if it has none. */
  readonly experimentName: string;
  /** First part of the names of saved files. */
  readonly projectName: string;
  /** Whether the experiment is running. Tabs then reload periodically. */
  readonly running: boolean;
}

/** Tab of an experiment. Its page id and its settings are in `packages/core/src/targets/tabs.ts`. */
export interface TabDefinition {
  /** English title. */
  readonly title: string;
  readonly View: ComponentType<TabProps>;
}

import type { Tab } from '../../packages/core/src/targets/tabs.ts';

/** Expectations of the stories and tests of a tab for the full experiment of `seeded-content.ts`. */
export interface TabStory {
  /** Selector of the content, live and in a saved copy without a service. */
  readonly content: string;
  /** Minimum number of controls with a state of their own: a test that finds none would prove nothing. */
  readonly controls: number;
}

/** One story per tab; the gallery and `test/tabs` show each. */
export const tabStories: Readonly<Record<Tab, TabStory>> = {
  artifacts: {
    content: '.tl-artifact [role=row][data-id]',
    controls: 1,
  },
  assets: {
    content: '[role=grid][aria-label=Files] [role=row][data-id]',
    controls: 6,
  },
  audio: {
    content: '.tl-sound audio, .tl-sound .tl-quiet',
    controls: 0,
  },
  charts: {
    content: '.tl-gallery, .tl-notice',
    controls: 0,
  },
  code: {
    content: '.tl-code-line',
    controls: 1,
  },
  'confusion-matrices': {
    content: '.tl-matrix [role=gridcell]',
    controls: 1,
  },
  histograms: {
    content: '.tl-plot .tl-bar',
    controls: 3,
  },
  images: {
    content: '.tl-image img, .tl-image-note',
    controls: 4,
  },
  'installed-packages': {
    content: '[role=grid] [role=row][data-id]',
    controls: 2,
  },
  metrics: {
    content: '[role=grid] [role=row][data-id]',
    controls: 6,
  },
  notes: {
    content: '.tl-markdown > *',
    controls: 0,
  },
  parameters: {
    content: '.tl-notice, [role=row][data-id]',
    controls: 3,
  },
  'system-metrics': {
    content: '.tl-fact-table dd',
    controls: 0,
  },
  text: {
    content: '.tl-text-sample, .tl-log-line',
    controls: 3,
  },
};

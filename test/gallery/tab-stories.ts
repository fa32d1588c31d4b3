import type { Tab } from '../../packages/core/src/targets/tabs.ts';

/** What the stories and tests of a tab expect of the full experiment of `seeded-content.ts`. */
export interface TabStory {
  /** Selector of the content. */
  readonly content: string;
  /** Minimum number of controls with a state of their own: a test that finds none would prove nothing. */
  readonly controls: number;
  /** Text of a saved copy without a service: its content, or that the copy does not hold it. */
  readonly saved: RegExp;
}

/** One story per tab; the gallery and `test/tabs` show each. */
export const tabStories: Readonly<Record<Tab, TabStory>> = {
  artifacts: {
    content: '.tl-artifact [role=row][data-id]',
    controls: 1,
    saved: /does not hold the artifacts/,
  },
  assets: {
    content: '[role=grid][aria-label=Files] [role=row][data-id]',
    controls: 6,
    saved: /does not hold the files/,
  },
  audio: {
    content: '.tl-sound audio, .tl-sound .tl-quiet',
    controls: 0,
    saved: /does not hold the files/,
  },
  charts: {
    content: '.tl-gallery, .tl-notice',
    controls: 0,
    saved: /sys\.cpu\.percent/,
  },
  code: {
    content: '.tl-code-line',
    controls: 1,
    saved: /does not hold the (files|code|git details|git patch)/,
  },
  'confusion-matrices': {
    content: '.tl-matrix [role=gridcell]',
    controls: 1,
    saved: /does not hold the files/,
  },
  histograms: {
    content: '.tl-plot .tl-bar',
    controls: 3,
    saved: /does not hold the files/,
  },
  images: {
    content: '.tl-image img, .tl-image-note',
    controls: 4,
    saved: /does not hold the files/,
  },
  'installed-packages': {
    content: '[role=grid] [role=row][data-id]',
    controls: 2,
    saved: /does not hold the system details/,
  },
  metrics: {
    content: '[role=grid] [role=row][data-id]',
    controls: 6,
    saved: /sys\.cpu\.percent/,
  },
  notes: {
    content: '.tl-markdown > *',
    controls: 0,
    saved: /does not hold the notes and the other items/,
  },
  parameters: {
    content: '.tl-notice, [role=row][data-id]',
    controls: 3,
    saved: /learning_rate/,
  },
  'system-metrics': {
    content: '.tl-fact-table dd',
    controls: 0,
    saved: /does not hold the system details/,
  },
  text: {
    content: '.tl-text-sample, .tl-log-line',
    controls: 3,
    saved: /does not hold the (output|HTML|files)/,
  },
};

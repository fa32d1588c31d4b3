import type { Tab } from '../../packages/core/src/targets/tabs.ts';

/** Expectations of the stories and tests of a tab for the full experiment of `seeded-content.ts`. */
export interface TabStory {
  /** Selector of the content, live and in a saved copy without a service. */
  readonly content: string;
  /** Minimum number of controls with a state of their own: a test that finds none would prove nothing. */
  readonly controls: number;
  /** Text of its static form in a saved output. */
  readonly saved: RegExp;
}

/** One story per tab; the gallery and `test/tabs` show each. */
export const tabStories: Readonly<Record<Tab, TabStory>> = {
  artifacts: {
    content: '.tl-artifact [role=row][data-id]',
    controls: 1,
    saved: /^artifact +version/m,
  },
  assets: {
    content: '[role=grid][aria-label=Files] [role=row][data-id]',
    controls: 6,
    saved: /^file +type +.*bytes/m,
  },
  audio: {
    content: '.tl-sound audio, .tl-sound .tl-quiet',
    controls: 0,
    saved: /^file +step +seconds +bytes\ntone.wav +5 +1\.0 /m,
  },
  charts: {
    content: '.tl-curves .tracklens-chart, .tl-notice',
    controls: 1,
    saved: /sys\.cpu\.percent/,
  },
  code: {
    content: '.tl-code-chunk',
    controls: 1,
    saved: /^Branch +main$[\s\S]*^-lr = 0\.1$[\s\S]*^def train\(config: dict\).*\n {4}# The learning rate/m,
  },
  'confusion-matrices': {
    content: '.tl-matrix [role=gridcell]',
    controls: 1,
    saved: /^true \\ predicted/m,
  },
  histograms: {
    content: '.tl-plot .tl-bar',
    controls: 3,
    saved: /^histogram +step +values +min .*\n(weights +\d+ .*[▁▂▃▄▅▆▇█]{12}\n)+/m,
  },
  images: {
    content: '.tl-image img, .tl-image-note',
    controls: 4,
    saved: /^sample at step 20\n[\s\S]*^error map at step 10/m,
  },
  'installed-packages': {
    content: '[role=grid] [role=row][data-id]',
    controls: 2,
    saved: /numpy.*Python/,
  },
  metrics: {
    content: '[role=grid] [role=row][data-id]',
    controls: 6,
    saved: /^metric +last/m,
  },
  notes: {
    content: '.tl-markdown > *',
    controls: 0,
    saved: /^Notes/m,
  },
  parameters: {
    content: '.tl-notice, [role=row][data-id]',
    controls: 3,
    saved: /learning_rate/,
  },
  'system-metrics': {
    content: '.tl-fact-table dd',
    controls: 0,
    saved: /^machine +value[\s\S]*^GPU 0: Memory +42\.9 GB/m,
  },
  text: {
    content: '.tl-text-sample, .tl-log-line',
    controls: 3,
    saved: /^written at step 20\n[\s\S]*^Output\nepoch 1 loss 0.9\n100%\nepoch 2 loss 0.5/m,
  },
};

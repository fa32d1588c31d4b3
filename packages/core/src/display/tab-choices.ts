import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(1000));
const texts = v.pipe(v.array(text), v.maxLength(1000));
/** Selected step by name, for tabs with one slider per name. Default: the newest step. */
const steps = v.optional(v.record(text, v.number()));
const step = v.optional(v.number());
const flag = v.optional(v.boolean());
const search = v.optional(text);
const order = <const Columns extends readonly string[]>(columns: Columns) =>
  v.optional(v.object({ column: v.picklist(columns), descending: v.boolean() }));

const summaries = v.object({ search, sort: order(['name', 'last', 'min', 'max', 'step']) });

/**
 * User settings of the tabs of an experiment. An absent field means the default. A tab without an entry stores its
 * settings elsewhere in the state (charts) or has none.
 */
export const TabChoices = v.object({
  metrics: v.optional(summaries),
  parameters: v.optional(summaries),
  images: v.optional(
    v.object({
      search,
      /** Height of an image in the grid, in pixels. */
      size: v.optional(v.pipe(v.number(), v.minValue(40), v.maxValue(1000))),
      step,
      /** Names selected for comparison. */
      chosen: v.optional(texts),
      comparing: flag,
      /** Name of the enlarged image; `entry` selects one of its images. */
      open: v.optional(text),
      entry: v.optional(text),
      actualSize: flag,
      withoutAnnotations: flag,
    }),
  ),
  histograms: v.optional(
    v.object({
      search,
      form: v.optional(v.picklist(['ridges', 'heat'])),
      /** Fraction of the values that the axis covers. */
      share: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1))),
      steps,
    }),
  ),
  'confusion-matrices': v.optional(
    v.object({
      name: v.optional(text),
      normalisation: v.optional(v.picklist(['none', 'row', 'column', 'all'])),
      step,
      /** Selected matrix among those without a step. */
      entry: v.optional(text),
      cell: v.optional(
        v.object({
          row: v.pipe(v.number(), v.integer(), v.minValue(0)),
          column: v.pipe(v.number(), v.integer(), v.minValue(0)),
        }),
      ),
    }),
  ),
  text: v.optional(
    v.object({
      part: v.optional(text),
      search,
      step,
      outputSearch: search,
      /** Zero-based index of the current search match. */
      place: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      unwrapped: flag,
      following: flag,
      /** Shows only one of the two streams. */
      stream: v.optional(v.picklist(['output', 'error'])),
      htmlSource: flag,
    }),
  ),
  audio: v.optional(v.object({ search, steps })),
  code: v.optional(
    v.object({
      open: v.optional(text),
      /** Files of the patch whose open or closed state differs from the default. */
      toggled: v.optional(texts),
    }),
  ),
  'installed-packages': v.optional(
    v.object({ search, kind: v.optional(v.picklist(['python', 'system'])), descending: flag }),
  ),
  notes: v.optional(v.object({ search })),
  artifacts: v.optional(
    v.object({
      /** Versions, by artifact and version, whose open or closed state differs from the default. */
      toggled: v.optional(texts),
      /** Selected file by version. */
      files: v.optional(v.record(text, text)),
    }),
  ),
  assets: v.optional(
    v.object({
      search,
      type: v.optional(text),
      folder: v.optional(text),
      sort: order(['name', 'type', 'step', 'size', 'created']),
      open: v.optional(text),
    }),
  ),
});

/** User settings of the tabs of an experiment. */
export type TabChoices = v.InferOutput<typeof TabChoices>;

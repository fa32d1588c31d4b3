import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(1000));
const texts = v.pipe(v.array(text), v.maxLength(1000));
/** A step for each name that has a slider of its own; the newest one where none was chosen. */
const steps = v.optional(v.record(text, v.number()));
const step = v.optional(v.number());
const flag = v.optional(v.boolean());
const search = v.optional(text);
const order = <const Columns extends readonly string[]>(columns: Columns) =>
  v.optional(v.object({ column: v.picklist(columns), descending: v.boolean() }));

const summaries = v.object({ search, sort: order(['name', 'last', 'min', 'max', 'step']) });

/**
 * What a person chose in the tabs of an experiment; what is absent is as the tab begins. A tab without an entry keeps its choices
 * elsewhere in the state (charts, notes without a search) or has none.
 */
export const TabChoices = v.object({
  metrics: v.optional(summaries),
  parameters: v.optional(summaries),
  images: v.optional(
    v.object({
      search,
      /** Height of a picture in the grid, in pixels. */
      size: v.optional(v.pipe(v.number(), v.minValue(40), v.maxValue(1000))),
      step,
      /** Names marked for comparison. */
      chosen: v.optional(texts),
      comparing: flag,
      /** The name that is shown large, and which of its pictures. */
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
      /** The part of the values that the axis spans. */
      share: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1))),
      steps,
    }),
  ),
  'confusion-matrices': v.optional(
    v.object({
      name: v.optional(text),
      normalisation: v.optional(v.picklist(['none', 'row', 'column', 'all'])),
      step,
      /** Which one of those without a step. */
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
      /** Which of the places that the search finds, from 0. */
      place: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      unwrapped: flag,
      following: flag,
      /** One of the two streams alone. */
      stream: v.optional(v.picklist(['output', 'error'])),
      htmlSource: flag,
    }),
  ),
  audio: v.optional(v.object({ search, steps })),
  code: v.optional(
    v.object({
      open: v.optional(text),
      /** Files of the patch, by name, that stand other than they begin: open or closed. */
      toggled: v.optional(texts),
    }),
  ),
  'installed-packages': v.optional(
    v.object({ search, kind: v.optional(v.picklist(['python', 'system'])), descending: flag }),
  ),
  notes: v.optional(v.object({ search })),
  artifacts: v.optional(
    v.object({
      /** Versions, by artifact and version, that stand other than they begin: open or closed. */
      toggled: v.optional(texts),
      /** The chosen file of a version. */
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

/** What a person chose in the tabs of an experiment. */
export type TabChoices = v.InferOutput<typeof TabChoices>;

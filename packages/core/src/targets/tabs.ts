import * as v from 'valibot';

/** What is stored and linked of a tab. The views of the tabs are in `packages/ui/src/tabs`. */
interface TabSchema {
  /** Id in `?experiment-tab=` of an experiment's page. */
  readonly pageId: string;
  /** User settings within the tab. Null if it has none, or if they are elsewhere in the state (charts). */
  readonly settings: v.ObjectSchema<v.ObjectEntries, undefined> | null;
}

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

/** Schemas of the tabs of an experiment, by name, in alphabetical order. An absent setting means the default. */
const tabSchemas = {
  artifacts: {
    pageId: 'artifacts',
    settings: v.object({
      /** Versions, by artifact and version, whose open or closed state differs from the default. */
      toggled: v.optional(texts),
      /** Selected file by version. */
      files: v.optional(v.record(text, text)),
    }),
  },
  assets: {
    pageId: 'assets',
    settings: v.object({
      search,
      type: v.optional(text),
      folder: v.optional(text),
      sort: order(['name', 'type', 'step', 'size', 'created']),
      open: v.optional(text),
    }),
  },
  audio: {
    pageId: 'audio',
    settings: v.object({ search, steps }),
  },
  charts: {
    pageId: 'chart',
    settings: null,
  },
  code: {
    pageId: 'code',
    settings: v.object({
      open: v.optional(text),
      /** Files of the patch whose open or closed state differs from the default. */
      toggled: v.optional(texts),
    }),
  },
  'confusion-matrices': {
    pageId: 'confusionMatrix',
    settings: v.object({
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
  },
  histograms: {
    pageId: 'histograms',
    settings: v.object({
      search,
      form: v.optional(v.picklist(['ridges', 'heat'])),
      /** Fraction of the values that the axis covers. */
      share: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1))),
      steps,
    }),
  },
  images: {
    pageId: 'images',
    settings: v.object({
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
  },
  'installed-packages': {
    pageId: 'installedPackages',
    settings: v.object({ search, kind: v.optional(v.picklist(['python', 'system'])), descending: flag }),
  },
  metrics: {
    pageId: 'metrics',
    settings: summaries,
  },
  notes: {
    pageId: 'notes',
    settings: v.object({ search }),
  },
  parameters: {
    pageId: 'params',
    settings: summaries,
  },
  'system-metrics': {
    pageId: 'systemMetrics',
    settings: null,
  },
  text: {
    pageId: 'text',
    settings: v.object({
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
  },
} as const satisfies TabSchemas;

/** Ids of the tabs in `?experiment-tab=`, by name. */
export const tabIds = pageIdsOf(tabSchemas);

/** Name of a tab. */
export type Tab = keyof typeof tabIds;

/** All tab names, in alphabetical order. */
export const tabs = Object.keys(tabSchemas) as Tab[];

/** User settings of the tabs of an experiment. */
export const TabChoices = v.object(settingsOf(tabSchemas));

/** User settings of the tabs of an experiment. */
export type TabChoices = v.InferOutput<typeof TabChoices>;

/** Whether a text is a tab name. */
export function isTab(name: string): name is Tab {
  return Object.hasOwn(tabSchemas, name);
}

/** Returns the tab for a name or page id, or null: both `charts` and `chart` mean `charts`. */
export function tabOf(nameOrId: string): Tab | null {
  if (isTab(nameOrId)) return nameOrId;
  return tabs.find((tab) => tabIds[tab] === nameOrId) ?? null;
}

type TabSchemas = Readonly<Record<string, TabSchema>>;

function pageIdsOf<Schemas extends TabSchemas>(schemas: Schemas) {
  const ids = Object.entries(schemas).map(([tab, { pageId }]) => [tab, pageId]);
  return Object.fromEntries(ids) as { readonly [Name in keyof Schemas]: Schemas[Name]['pageId'] };
}

/** Returns the settings of each tab that has some; all are optional. */
function settingsOf<Schemas extends TabSchemas>(schemas: Schemas) {
  const entries = Object.entries(schemas).flatMap(([tab, { settings }]) =>
    settings === null ? [] : [[tab, v.optional<v.GenericSchema>(settings)]],
  );
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Schemas as Schemas[Name]['settings'] extends null ? never : Name]: v.OptionalSchema<
      NonNullable<Schemas[Name]['settings']>,
      undefined
    >;
  };
}

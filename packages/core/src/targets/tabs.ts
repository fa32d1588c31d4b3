import * as v from 'valibot';

/** Stored and linked parts of a tab. The views of the tabs are in `packages/ui/src/tabs`. */
interface TabSchema {
  /** Id in `?experiment-tab=` of an experiment's page. */
  readonly pageId: string;
  /**
   * False for a tab that shows metrics and parameters only. The content of any other is read for saved outputs by
   * `snapshot-reader/content`.
   */
  readonly hasContent?: false;
  /** User settings within the tab, except those of metrics' charts. Null if it has none. */
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
  v.optional(
    v.object({
      /** Column that the rows are sorted by. */
      column: v.picklist(columns),
      /** Whether the highest value comes first. */
      descending: v.boolean(),
    }),
  );

const summaries = v.object({
  /** Words that the names contain. */
  search,
  /** Order of the rows. */
  sort: order(['name', 'last', 'min', 'max', 'step']),
});

/** Schemas of the tabs of an experiment, by name, in alphabetical order. An absent setting means the default. */
const tabSchemas = {
  /** Settings of the artifacts tab. */
  artifacts: {
    pageId: 'artifacts',
    settings: v.object({
      /** Versions, by artifact and version, whose open or closed state differs from the default. */
      toggled: v.optional(texts),
      /** Selected file by version. */
      files: v.optional(v.record(text, text)),
    }),
  },
  /** Settings of the assets tab. */
  assets: {
    pageId: 'assets',
    settings: v.object({
      /** Words that the names contain. */
      search,
      /** Type of the shown files. */
      type: v.optional(text),
      /** Open folder. */
      folder: v.optional(text),
      /** Order of the files. */
      sort: order(['name', 'type', 'step', 'size', 'created']),
      /** Id of the open file. */
      open: v.optional(text),
      /** Direction from which the open 3D scene or embedding is seen. */
      camera: v.optional(
        v.object({
          /** Angle around the vertical axis, in radians. */
          yaw: v.pipe(v.number(), v.finite()),
          /** Angle above the ground, in radians. */
          pitch: v.pipe(v.number(), v.minValue(-2), v.maxValue(2)),
          /** Magnification. */
          zoom: v.pipe(v.number(), v.minValue(0.01), v.maxValue(1000)),
        }),
      ),
      /** Column of labels that an embedding is colored by. */
      labels: v.optional(text),
    }),
  },
  /** Settings of the audio tab. */
  audio: {
    pageId: 'audio',
    settings: v.object({
      /** Words that the names contain. */
      search,
      /** Selected step by name. Default: the newest step. */
      steps,
    }),
  },
  /** Settings of the charts tab, other than those of its charts. */
  charts: {
    pageId: 'chart',
    settings: v.object({
      /** Selected step of curves by name. Default: the newest step. */
      steps,
    }),
  },
  /** Settings of the code tab. */
  code: {
    pageId: 'code',
    settings: v.object({
      /** Open file. */
      open: v.optional(text),
      /** Files of the patch whose open or closed state differs from the default. */
      toggled: v.optional(texts),
      /** Whether the source of notebooks is shown. */
      notebookSource: flag,
    }),
  },
  /** Settings of the confusion matrices tab. */
  'confusion-matrices': {
    pageId: 'confusionMatrix',
    settings: v.object({
      /** Name of the matrix. */
      name: v.optional(text),
      /** Total that the counts are divided by. */
      normalization: v.optional(v.picklist(['none', 'row', 'column', 'all'])),
      /** Step of the matrix. Default: the newest. */
      step,
      /** Selected matrix among those without a step. */
      entry: v.optional(text),
      /** Selected cell. */
      cell: v.optional(
        v.object({
          /** Index of its row. */
          row: v.pipe(v.number(), v.integer(), v.minValue(0)),
          /** Index of its column. */
          column: v.pipe(v.number(), v.integer(), v.minValue(0)),
        }),
      ),
    }),
  },
  /** Settings of the histograms tab. */
  histograms: {
    pageId: 'histograms',
    settings: v.object({
      /** Words that the names contain. */
      search,
      /** Drawing of the steps: as ridges or as a heat map. */
      form: v.optional(v.picklist(['ridges', 'heat'])),
      /** Fraction of the values that the axis covers. */
      share: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1))),
      /** Selected step by name. Default: the newest step. */
      steps,
    }),
  },
  /** Settings of the images tab. */
  images: {
    pageId: 'images',
    settings: v.object({
      /** Words that the names contain. */
      search,
      /** Height of an image in the grid, in pixels. */
      size: v.optional(v.pipe(v.number(), v.minValue(40), v.maxValue(1000))),
      /** Step of the images. Default: the newest. */
      step,
      /** Names selected for comparison. */
      chosen: v.optional(texts),
      /** Whether the selected images are compared side by side. */
      comparing: flag,
      /** Name of the enlarged image. */
      open: v.optional(text),
      /** Selected image among those of this name. */
      entry: v.optional(text),
      /** Whether the enlarged image has its actual size. */
      actualSize: flag,
      /** Whether annotations are hidden. */
      withoutAnnotations: flag,
    }),
  },
  /** Settings of the installed packages tab. */
  'installed-packages': {
    pageId: 'installedPackages',
    settings: v.object({
      /** Words that the names contain. */
      search,
      /** Packages that are shown: of Python or of the operating system. */
      kind: v.optional(v.picklist(['python', 'system'])),
      /** Whether the names are in descending order. */
      descending: flag,
    }),
  },
  /** Settings of the metrics tab. */
  metrics: {
    pageId: 'metrics',
    hasContent: false,
    settings: summaries,
  },
  /** Settings of the notes tab. */
  notes: {
    pageId: 'notes',
    settings: v.object({
      /** Words that the notes contain. */
      search,
    }),
  },
  /** Settings of the parameters tab. */
  parameters: {
    pageId: 'params',
    hasContent: false,
    settings: summaries,
  },
  'system-metrics': {
    pageId: 'systemMetrics',
    settings: null,
  },
  /** Settings of the text tab. */
  text: {
    pageId: 'text',
    settings: v.object({
      /** Open section. */
      part: v.optional(text),
      /** Words that the texts contain. */
      search,
      /** Step of the texts. Default: all. */
      step,
      /** Words to find in the output. */
      outputSearch: search,
      /** Zero-based index of the current search match. */
      place: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** Whether long lines are not wrapped. */
      unwrapped: flag,
      /** Whether the end of a growing output stays visible. */
      following: flag,
      /** Shows only one of the two streams. */
      stream: v.optional(v.picklist(['output', 'error'])),
      /** Whether the source of logged HTML is shown. */
      htmlSource: flag,
    }),
  },
} as const satisfies TabSchemas;

/** Ids of the tabs in `?experiment-tab=`, by name. */
export const tabIds: Readonly<Record<Tab, string>> = pageIdsOf(tabSchemas);

/** Name of a tab. */
export type Tab = keyof typeof tabSchemas;

/** Name of a tab that shows more than metrics and parameters. */
export type ContentTab = { [Name in Tab]: (typeof tabSchemas)[Name] extends { hasContent: false } ? never : Name }[Tab];

/** Returns whether a tab shows more than metrics and parameters. */
export function hasContent(tab: Tab): tab is ContentTab {
  return !('hasContent' in tabSchemas[tab]);
}

/** All tab names, in alphabetical order. */
export const tabs = Object.keys(tabSchemas) as Tab[];

/** User settings of the tabs of an experiment. */
export const TabChoices = v.object(settingsOf(tabSchemas));

/** User settings of the tabs of an experiment. */
export interface TabChoices extends v.InferOutput<typeof TabChoices> {}

/** Returns whether a text is a tab name. */
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
  return Object.fromEntries(ids) as { readonly [Name in keyof Schemas]: string };
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

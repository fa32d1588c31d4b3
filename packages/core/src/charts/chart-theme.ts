/** Color theme of the views. */
export type ThemeKind = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

/** Colors, font and line widths of a chart. Colors are CSS hex strings. */
export interface ChartTheme {
  /** Whether the background is dark. */
  readonly dark: boolean;
  /**
   * Background that the lines must contrast with. The live chart is transparent; the static chart is filled with it.
   */
  readonly background: string;
  /** Color of titles and of the crosshair. */
  readonly text: string;
  /** Color of tick labels and captions. */
  readonly mutedText: string;
  /** Color of the grid lines. */
  readonly grid: string;
  /** Color of the axis lines. */
  readonly axis: string;
  /** CSS font family of all texts. */
  readonly font: string;
  /** Size of tick labels and captions, in pixels. */
  readonly fontSize: number;
  /** Width of the lines, in pixels. */
  readonly lineWidth: number;
  /** Opacity of the unsmoothed values behind a smoothed line, 0..1. */
  readonly rawLineOpacity: number;
  /** Color of the markers of non-finite values. */
  readonly warning: string;
}

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const light: ChartTheme = {
  dark: false,
  background: '#ffffff',
  text: '#1f2328',
  mutedText: '#59636e',
  grid: '#e9ecef',
  axis: '#c4cad1',
  font,
  fontSize: 11,
  lineWidth: 1.6,
  rawLineOpacity: 0.25,
  warning: '#c2410c',
};

const dark: ChartTheme = {
  ...light,
  dark: true,
  background: '#1b1d21',
  text: '#e8eaed',
  mutedText: '#a3abb5',
  grid: '#2b2f36',
  axis: '#4a505a',
  rawLineOpacity: 0.3,
  warning: '#fb923c',
};

const themes: Readonly<Record<ThemeKind, ChartTheme>> = {
  light,
  dark,
  'high-contrast-light': {
    ...light,
    text: '#000000',
    mutedText: '#000000',
    grid: '#c8c8c8',
    axis: '#000000',
    lineWidth: 2.2,
    rawLineOpacity: 0.4,
    warning: '#8b1a00',
  },
  'high-contrast-dark': {
    ...dark,
    background: '#000000',
    text: '#ffffff',
    mutedText: '#ffffff',
    grid: '#4d4d4d',
    axis: '#ffffff',
    lineWidth: 2.2,
    rawLineOpacity: 0.45,
    warning: '#ffb066',
  },
};

/** Returns the chart theme for the theme of a host. */
export function chartTheme(kind: ThemeKind): ChartTheme {
  return themes[kind];
}

/** Returns the opacity of lines, which is lower where many overlap. */
export function lineOpacity(lines: number): number {
  return lines > 100 ? 0.4 : lines > 30 ? 0.75 : 1;
}

/** Returns the opacity of the bands of grouped lines. */
export function bandOpacity({ dark }: ChartTheme): number {
  return dark ? 0.26 : 0.18;
}

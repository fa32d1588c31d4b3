import type { ThemeKind } from './host.ts';

/** The colours, type and line weights a chart is drawn with. Colours are CSS hex texts. */
export interface ChartTheme {
  readonly dark: boolean;
  /** What the lines must stand out from; the live chart is transparent, the static one is filled with it. */
  readonly background: string;
  /** Titles and the crosshair. */
  readonly text: string;
  /** Tick labels and captions. */
  readonly mutedText: string;
  readonly grid: string;
  readonly axis: string;
  readonly font: string;
  readonly fontSize: number;
  readonly lineWidth: number;
  /** How visible the unsmoothed values stay behind a smoothed line, 0..1. */
  readonly ghostOpacity: number;
  /** Marks values that are not finite. */
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
  ghostOpacity: 0.25,
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
  ghostOpacity: 0.3,
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
    ghostOpacity: 0.4,
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
    ghostOpacity: 0.45,
    warning: '#ffb066',
  },
};

/** The colours of a chart for a host's theme. */
export function chartTheme(kind: ThemeKind): ChartTheme {
  return themes[kind];
}

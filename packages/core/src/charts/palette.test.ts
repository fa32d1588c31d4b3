import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chartTheme } from './chart-theme.ts';
import { distinctStyles, paletteNames, seriesStyles } from './palette.ts';

const keys = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), { maxLength: distinctStyles });

test('the same set of experiments has the same styles in any order', () => {
  fc.assert(
    fc.property(keys, (set) => {
      const styles = seriesStyles(set, false);
      const reversed = seriesStyles([...set].reverse(), false);
      for (const key of set) assert.deepEqual(styles.get(key), reversed.get(key));
    }),
  );
});

test('the first fifty experiments have distinct styles', () => {
  fc.assert(
    fc.property(keys, (set) => {
      const styles = [...seriesStyles(set, true).values()].map((style) => JSON.stringify(style));
      assert.equal(new Set(styles).size, set.length);
    }),
  );
});

test('ten experiments have ten colors and solid lines', () => {
  const styles = [
    ...seriesStyles(
      Array.from({ length: 10 }, (_, i) => `run${i}`),
      false,
    ).values(),
  ];
  assert.equal(new Set(styles.map((style) => style.color)).size, 10);
  assert.ok(styles.every((style) => style.dash.length === 0));
});

test('a single experiment has the same color after a reload', () => {
  assert.deepEqual(seriesStyles(['4b1e'], false), seriesStyles(['4b1e'], false));
  assert.equal(seriesStyles(['4b1e'], false).get('4b1e')?.color, '#1da65f');
});

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!);
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('every line contrasts at 3:1 and every text at 4.5:1 from its background', () => {
  for (const kind of ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const) {
    const theme = chartTheme(kind);
    assert.ok(contrast(theme.mutedText, theme.background) >= 4.5, kind);
    assert.ok(contrast(theme.text, theme.background) >= 4.5, kind);
    for (const palette of paletteNames) {
      for (const color of colorsOf(palette, theme.dark))
        assert.ok(contrast(color, theme.background) >= 3, `${kind} ${palette} ${color}`);
    }
  }
});

/** Returns every color of a palette. */
function colorsOf(palette: (typeof paletteNames)[number], dark: boolean): string[] {
  const styles = seriesStyles(
    Array.from({ length: 40 }, (_, i) => `run${i}`),
    dark,
    { palette },
  );
  return [...new Set([...styles.values()].map(({ color }) => color))];
}

/**
 * Color vision deficiencies by missing cone type, as matrices in linear RGB (Machado, Oliveira and Fernandes 2009,
 * severity 1).
 */
const eyes = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  'red-blind': [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  'green-blind': [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  'blue-blind': [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

/**
 * Returns a color as seen with a color vision deficiency, in OKLab, where distances approximate perceived
 * differences.
 */
function seen(hex: string, matrix: readonly number[]): number[] {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const row = (m: readonly number[], at: number, of: readonly number[]) =>
    m[at]! * of[0]! + m[at + 1]! * of[1]! + m[at + 2]! * of[2]!;
  const light = [0, 3, 6].map((at) => Math.min(1, Math.max(0, row(matrix, at, linear))));
  const cones = [
    0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
    0.6299787005,
  ];
  const lms = [0, 3, 6].map((at) => Math.cbrt(row(cones, at, light)));
  const lab = [
    0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662,
    -0.808675766,
  ];
  return [0, 3, 6].map((at) => row(lab, at, lms));
}

for (const [palette, apart] of [
  ['standard', 0.08],
  ['okabe-ito', 0.109],
] as const) {
  for (const dark of [false, true]) {
    for (const [eye, matrix] of Object.entries(eyes)) {
      test(`${palette}, ${dark ? 'dark' : 'light'}: any two colors differ for ${eye} eyes`, () => {
        const colors = colorsOf(palette, dark);
        for (const [index, a] of colors.entries()) {
          for (const b of colors.slice(0, index)) {
            const other = seen(b, matrix);
            const distance = Math.hypot(...seen(a, matrix).map((value, at) => value - other[at]!));
            assert.ok(distance >= apart, `${a} and ${b}: ${distance.toFixed(3)}`);
          }
        }
      });
    }
  }
}

test('a chosen color replaces the palette, and the others are not changed', () => {
  const styles = seriesStyles(['a', 'b'], false, { colors: { b: '#123456' } });
  assert.equal(styles.get('b')?.color, '#123456');
  assert.deepEqual(styles.get('a'), seriesStyles(['a', 'b'], false).get('a'));
});

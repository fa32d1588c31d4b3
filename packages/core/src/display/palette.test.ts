import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chartTheme } from './chart-theme.ts';
import { distinctLooks, seriesLooks } from './palette.ts';

const keys = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), { maxLength: distinctLooks });

test('the same set of experiments has the same looks in any order', () => {
  fc.assert(
    fc.property(keys, (set) => {
      const looks = seriesLooks(set, false);
      const reversed = seriesLooks([...set].reverse(), false);
      for (const key of set) assert.deepEqual(looks.get(key), reversed.get(key));
    }),
  );
});

test('no two of the first fifty experiments look alike', () => {
  fc.assert(
    fc.property(keys, (set) => {
      const looks = [...seriesLooks(set, true).values()].map((look) => JSON.stringify(look));
      assert.equal(new Set(looks).size, set.length);
    }),
  );
});

test('ten experiments have ten colours and solid lines', () => {
  const looks = [
    ...seriesLooks(
      Array.from({ length: 10 }, (_, i) => `run${i}`),
      false,
    ).values(),
  ];
  assert.equal(new Set(looks.map((look) => look.color)).size, 10);
  assert.ok(looks.every((look) => look.dash.length === 0));
});

test('an experiment alone keeps its colour from reload to reload', () => {
  assert.deepEqual(seriesLooks(['4b1e'], false), seriesLooks(['4b1e'], false));
  assert.equal(seriesLooks(['4b1e'], false).get('4b1e')?.color, '#0b8a5f');
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

test('every line stands out at 3:1 and every text at 4.5:1 from its background', () => {
  for (const kind of ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const) {
    const theme = chartTheme(kind);
    assert.ok(contrast(theme.mutedText, theme.background) >= 4.5, kind);
    assert.ok(contrast(theme.text, theme.background) >= 4.5, kind);
    const all = seriesLooks(
      Array.from({ length: 10 }, (_, i) => `run${i}`),
      theme.dark,
    );
    for (const { color } of all.values()) assert.ok(contrast(color, theme.background) >= 3, `${kind} ${color}`);
  }
});

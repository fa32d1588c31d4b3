import { type ReactElement, useMemo } from 'react';
import { useTranslate } from '../../components/translate-context.ts';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { PointsCanvas } from './PointsCanvas.tsx';
import { sceneOf } from './scene.ts';

/** 3D scene of points and boxes. */
export function SceneView({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }): ReactElement {
  const t = useTranslate();
  const scene = useMemo(() => sceneOf(bytes), [bytes]);
  const lines = useMemo(
    () => scene?.boxes.flatMap(({ lines: all, color }) => all.map((line) => ({ line, color }))) ?? [],
    [scene],
  );
  if (scene === null) {
    return (
      <p className="tl-quiet">{t('The file has no points or boxes that can be drawn. Download it to open it.')}</p>
    );
  }
  const { positions, colors, boxes, total } = scene;
  const names = [...new Set(boxes.flatMap(({ name: one }) => (one === null ? [] : [one])))];
  const shown = positions.length / 3;
  return (
    <>
      <PointsCanvas
        label={t('3D scene %1', name)}
        positions={positions}
        colors={colors}
        lines={lines}
        describe={(index) =>
          [...positions.subarray(index * 3, index * 3 + 3)].map((value) => numberText(value)).join(', ')
        }
      />
      <span className="tl-count">
        {shown < total
          ? t('%1 of %2', shown, counted(t, total, '%1 point', '%1 points'))
          : counted(t, total, '%1 point', '%1 points')}
        {boxes.length > 0 && ` · ${counted(t, boxes.length, '%1 box', '%1 boxes')}`}
        {names.length > 0 && ` (${names.slice(0, 20).join(', ')})`}
      </span>
    </>
  );
}

import { seriesStyles } from '@tracklens/core/display';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { decimalText } from '../../text/number-text.ts';
import { isDark } from '../../theme/theme-kind.ts';
import { useView } from '../../view/view-context.ts';
import { type Annotation, labelStart } from './annotations.ts';

/** Overlay with the boxes and polygons of the adjacent image, in its pixels. */
export function AnnotationLayer({ annotations }: { readonly annotations: readonly Annotation[] }): ReactElement {
  const { theme } = useView();
  const element = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState<readonly [number, number] | null>(null);
  useEffect(() => {
    const frame = element.current?.parentElement;
    if (!frame) return;
    const measure = () => {
      const image = frame.querySelector('img');
      if (image && image.naturalWidth > 0) setSize([image.naturalWidth, image.naturalHeight]);
    };
    measure();
    // The image may load after its annotations. `load` does not bubble, so it is handled in the capture phase.
    frame.addEventListener('load', measure, true);
    return () => frame.removeEventListener('load', measure, true);
  }, []);
  const labels = [...new Set(annotations.map(({ label }) => label))];
  const styles = seriesStyles(labels, isDark(theme));
  const colorOf = (label: string) => styles.get(label)?.color ?? 'currentcolor';
  const [width, height] = size ?? [1, 1];
  // Font size in pixels of the image. A share of its size is readable on both an icon and a photograph.
  const fontSize = Math.min(width, height) / 24;
  return (
    <svg ref={element} className="tl-annotations" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {size && (
        <FixedList items={annotations}>
          {({ label, score, points, layer }) => {
            const text = score === null ? label : `${label} ${decimalText(score, 2)}`;
            const [x, y] = labelStart(points, text, [width, height], fontSize);
            return (
              <g stroke={colorOf(label)} fill={colorOf(label)}>
                <polygon points={points.map((corner) => corner.join(',')).join(' ')} fillOpacity={0.12}>
                  <title>{[layer, label, score].filter((part) => part !== null && part !== '').join(' · ')}</title>
                </polygon>
                <text x={x} y={y} fontSize={fontSize} stroke="#000" strokeWidth={fontSize * 0.18}>
                  {text}
                </text>
              </g>
            );
          }}
        </FixedList>
      )}
    </svg>
  );
}

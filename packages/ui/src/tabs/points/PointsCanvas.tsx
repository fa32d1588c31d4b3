import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useWidth } from '../../components/use-width.ts';
import { useView } from '../../view/view-context.ts';
import { useChoice } from '../use-choice.ts';
import {
  type Camera,
  cameraAfterKey,
  frontCamera,
  pointNear,
  projected,
  sphereAround,
  turned,
  zoomed,
} from './camera.ts';
import { type DrawnLine, drawPoints } from './draw-points.ts';

const height = 380;
/** Maximum distance of the pointer from the point that it names, in pixels. */
const nearPixels = 10;

/** Points in space that can be turned and enlarged with pointer and keys. */
export function PointsCanvas({
  label,
  positions,
  colors,
  lines,
  sprites,
  describe,
}: {
  readonly label: string;
  readonly positions: Float32Array;
  /** Color of each point; null for the default. */
  readonly colors: readonly (string | null)[];
  readonly lines: readonly DrawnLine[];
  /** Sprite sheet with the images of all points; null for none. */
  readonly sprites?: { readonly image: HTMLImageElement; readonly width: number; readonly height: number } | null;
  /** Returns the tooltip of a point; null for none. */
  readonly describe: (index: number) => ReactNode;
}): ReactElement {
  const t = useTranslate();
  const { theme } = useView();
  const { camera, isReset, move, keep, release } = useCamera();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [frame, width] = useWidth<HTMLDivElement>(600);
  const sphere = useSphere(positions, lines);
  const points = useMemo(
    () => projected(positions, sphere, camera, { width, height }),
    [positions, sphere, camera, width],
  );
  const [hovered, setHovered] = useState<number | null>(null);
  // `theme` is a dependency because the colors are read from the style sheet.
  useEffect(() => {
    if (!canvas.current) return;
    const drawn = lines.map(({ line, color }) => ({
      line: projected(line, sphere, camera, { width, height }),
      color,
    }));
    drawPoints(canvas.current, { points, colors, lines: drawn, sprites: sprites ?? null, width, height });
  }, [points, colors, lines, sprites, sphere, camera, width, theme]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cameraAfterKey(camera, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    keep(next);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1) {
      setHovered(null);
      move(turned(camera, event.movementX / 120, event.movementY / 120));
    } else {
      const box = event.currentTarget.getBoundingClientRect();
      setHovered(pointNear(points, event.clientX - box.left, event.clientY - box.top, nearPixels));
    }
  };
  const tooltip = hovered !== null && hovered * 3 < points.length ? describe(hovered) : null;
  const [x, y] = hovered === null ? [0, 0] : [points[hovered * 3]!, points[hovered * 3 + 1]!];
  return (
    <div className="tl-points">
      <div
        ref={frame}
        className="tl-points-frame"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles the keys that turn it.
        tabIndex={0}
        aria-label={t('%1; arrows turn it, plus and minus zoom, 0 resets the view', label)}
        style={{ height }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={() => setHovered(null)}
      >
        <canvas ref={canvas} />
        {tooltip !== null && (
          <Tooltip x={x} y={y} width={width}>
            {tooltip}
          </Tooltip>
        )}
      </div>
      <CameraButtons camera={camera} isReset={isReset} onCamera={keep} />
    </div>
  );
}

/** Returns the sphere around points and lines. */
function useSphere(positions: Float32Array, lines: readonly DrawnLine[]) {
  return useMemo(() => {
    const corners = lines.flatMap(({ line }) => [...line]);
    return sphereAround(corners.length === 0 ? positions : Float32Array.from([...positions, ...corners]));
  }, [positions, lines]);
}

/** Camera of the view, which is stored in its state at the end of each movement. */
function useCamera() {
  const [saved, save] = useChoice('assets', 'camera', null);
  const [moving, move] = useState<Camera | null>(null);
  const keep = (next: Camera) => save(next === frontCamera ? null : next);
  const release = () => {
    if (moving) keep(moving);
    move(null);
  };
  return { camera: moving ?? saved ?? frontCamera, isReset: saved === null, move, keep, release };
}

/** Text at a point, on the side where there is most space. */
function Tooltip({
  x,
  y,
  width,
  children,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly children: ReactNode;
}): ReactElement {
  const across = x > width / 2 ? { right: width - x + 8 } : { left: x + 8 };
  const down = y > height / 2 ? { bottom: height - y + 8 } : { top: y + 8 };
  return (
    <span className="tl-points-tooltip" style={{ ...across, ...down }}>
      {children}
    </span>
  );
}

function CameraButtons({
  camera,
  isReset,
  onCamera,
}: {
  readonly camera: Camera;
  readonly isReset: boolean;
  readonly onCamera: (camera: Camera) => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-toolbar">
      <button type="button" className="tl-button" onClick={() => onCamera(zoomed(camera, 1.25))}>
        {t('Zoom in')}
      </button>
      <button type="button" className="tl-button" onClick={() => onCamera(zoomed(camera, 0.8))}>
        {t('Zoom out')}
      </button>
      <ActionButton className="tl-button" enabled={!isReset} onClick={() => onCamera(frontCamera)}>
        {t('Reset view')}
      </ActionButton>
      <span className="tl-quiet">{t('Drag to turn.')}</span>
    </div>
  );
}

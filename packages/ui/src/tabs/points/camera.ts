/** Direction and distance from which points are seen. Angles are in radians. */
export interface Camera {
  readonly yaw: number;
  readonly pitch: number;
  /** Magnification: 1 shows all points. */
  readonly zoom: number;
}

/** Camera that looks at the points from the front and from above. */
export const frontCamera: Camera = { yaw: 0.6, pitch: 0.45, zoom: 1 };

/** Returns the camera after a turn. The pitch stays between looking from below and from above. */
export function turned(camera: Camera, yaw: number, pitch: number): Camera {
  const limited = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, camera.pitch + pitch));
  return { ...camera, yaw: camera.yaw + yaw, pitch: limited };
}

/** Returns the camera with the magnification multiplied by a factor, within limits. */
export function zoomed(camera: Camera, factor: number): Camera {
  return { ...camera, zoom: Math.max(0.2, Math.min(50, camera.zoom * factor)) };
}

/** Camera after a key: arrows turn it, plus and minus zoom, 0 resets it; null for other keys. */
export function cameraAfterKey(camera: Camera, key: string): Camera | null {
  switch (key) {
    case 'ArrowLeft':
      return turned(camera, -0.1, 0);
    case 'ArrowRight':
      return turned(camera, 0.1, 0);
    case 'ArrowUp':
      return turned(camera, 0, 0.1);
    case 'ArrowDown':
      return turned(camera, 0, -0.1);
    case '+':
    case '=':
      return zoomed(camera, 1.25);
    case '-':
      return zoomed(camera, 0.8);
    case '0':
      return frontCamera;
    default:
      return null;
  }
}

/** Positions on the screen in pixels, and depths: x, y and depth of each. */
export type Projected = Float32Array;

/** Center and radius of all positions, given as x, y and z of each. */
export interface Sphere {
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

/** Returns the center and the radius of positions. */
export function sphereAround(positions: Float32Array): Sphere {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map(() => Number.NEGATIVE_INFINITY);
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    low[axis] = Math.min(low[axis]!, positions[at]!);
    high[axis] = Math.max(high[axis]!, positions[at]!);
  }
  if (positions.length === 0) return { center: [0, 0, 0], radius: 1 };
  const center = low.map((value, axis) => (value + high[axis]!) / 2) as [number, number, number];
  const radius = Math.hypot(...high.map((value, axis) => value - center[axis]!));
  return { center, radius: radius || 1 };
}

/** Projects positions in parallel onto a screen: z points up, larger depths are nearer. */
export function projected(
  positions: Float32Array,
  { center, radius }: Sphere,
  { yaw, pitch, zoom }: Camera,
  { width, height }: { readonly width: number; readonly height: number },
): Projected {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const scale = ((Math.min(width, height) / 2) * 0.92 * zoom) / radius;
  const result = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]! - center[0], positions[at + 1]! - center[1], positions[at + 2]! - center[2]];
    const across = x * cosYaw - y * sinYaw;
    const along = x * sinYaw + y * cosYaw;
    result[at] = width / 2 + across * scale;
    result[at + 1] = height / 2 - (z * cosPitch + along * sinPitch) * scale;
    result[at + 2] = z * sinPitch - along * cosPitch;
  }
  return result;
}

/** Returns the index of the nearest projected point within a distance in pixels; null if there is none. */
export function pointNear(points: Projected, x: number, y: number, within: number): number | null {
  let best: number | null = null;
  let least = within * within;
  for (let at = 0; at < points.length; at += 3) {
    const distance = (points[at]! - x) ** 2 + (points[at + 1]! - y) ** 2;
    if (distance > least) continue;
    least = distance;
    best = at / 3;
  }
  return best;
}

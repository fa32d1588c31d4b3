import type { PlotGestures } from './plot-gestures.ts';

/** Number of points that the Page keys move. */
const pageOfPoints = 10;

/** Share of the visible part that Shift and an arrow key move. */
const panStep = 0.1;

/** Returns the action of a key in a plot, or undefined for a key without one. `shift` is the state of its modifier. */
export function plotKeyAction(gestures: PlotGestures, key: string, shift: boolean): (() => void) | undefined {
  const arrow = (across: number, along: number) =>
    shift ? pan(gestures, across * panStep, -along * panStep) : gestures.moveFocus(across, along);
  const actions: Record<string, () => void> = {
    Escape: () => gestures.reset(),
    ArrowLeft: () => arrow(-1, 0),
    ArrowRight: () => arrow(1, 0),
    ArrowUp: () => arrow(0, -1),
    ArrowDown: () => arrow(0, 1),
    PageUp: () => gestures.moveFocus(-pageOfPoints, 0),
    PageDown: () => gestures.moveFocus(pageOfPoints, 0),
    Home: () => gestures.moveFocus(Number.NEGATIVE_INFINITY, 0),
    End: () => gestures.moveFocus(Number.POSITIVE_INFINITY, 0),
    Enter: () => gestures.pin(null),
    Backspace: () => gestures.step(shift ? 1 : -1),
    '+': () => zoomBy(gestures, 0.5),
    '=': () => zoomBy(gestures, 0.5),
    '-': () => zoomBy(gestures, 2),
    '0': () => gestures.reset(),
  };
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

function zoomBy(gestures: PlotGestures, factor: number): void {
  const part = [0.5 - factor / 2, 0.5 + factor / 2] as const;
  gestures.zoomTo({ x: part, y: part, settled: true }, 'x');
}

function pan(gestures: PlotGestures, across: number, up: number): void {
  gestures.zoomTo({ x: [across, 1 + across], y: [up, 1 + up], settled: true }, up === 0 ? 'x' : 'y');
}

import { Chart, HoverBus } from '@tracklens/ui/charts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { generatedChart } from '../charts/generated-chart.ts';
import { page } from '../ui/page.ts';
import type { Piece, Story } from './stories.ts';

type Theme = 'light' | 'dark';

/** Functions that a test calls in the page of a story. */
export interface StoryPage {
  /** Replaces the story by another one, without loading the page again; resolves when it is mounted. */
  show(id: string, theme: Theme): Promise<void>;
  /** Shows the story in another theme without loading it again. */
  setTheme(theme: Theme): void;
}

/** Handle of the current part, where the test page does not have it. */
interface Mounted {
  /** Changes the theme of a part that does not read it from the host. */
  setTheme?(theme: Theme): void;
  dispose?(): void;
}

/** Shows the story and the theme that the URL names. */
async function start(): Promise<StoryPage> {
  const all = (await (await fetch('/stories.json')).json()) as Story[];
  let mounted: Mounted = {};
  const show = (id: string | null, theme: Theme) => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new Error(`The gallery has no story ${id}.`);
    mounted.dispose?.();
    page.clear();
    document.title = `${found.group}: ${found.title}`;
    page.setTheme(theme);
    mounted = put(found.piece, theme);
  };
  const address = new URLSearchParams(location.search);
  show(address.get('id'), address.get('theme') === 'dark' ? 'dark' : 'light');
  return {
    // In a task of its own: the content security policy does not apply to code that a debugger calls.
    show: (id, theme) => new Promise((resolve) => setTimeout(() => resolve(show(id, theme)))),
    setTheme(theme) {
      page.setTheme(theme);
      mounted.setTheme?.(theme);
    },
  };
}

/** Mounts a part. */
function put(piece: Piece, theme: Theme): Mounted {
  switch (piece.kind) {
    case 'view': {
      const { target, state, connected = true } = piece;
      page.show(null, { target, connected, ...(state === undefined ? {} : { state }) });
      break;
    }
    case 'tree':
      void page.showTree(piece.tree);
      break;
    case 'query':
      page.showQuery({ workspace: 'ada', projectName: 'digits' });
      break;
    case 'chart': {
      const generated = generatedChart(piece.shape);
      const root = createRoot(document.getElementById('view')!);
      const common = { title: 'train/loss', metrics: ['loss'], hover: new HoverBus() } as const;
      const draw = (current: Theme) =>
        root.render(createElement(Chart, { ...common, theme: current, ...generated, ...piece.props }));
      draw(theme);
      return { setTheme: draw, dispose: () => root.unmount() };
    }
  }
  return {};
}

Object.assign(window, { story: await start() });

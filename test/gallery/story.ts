import { Chart, hoverBus } from '@tracklens/ui/charts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { generatedChart } from '../charts/generated-chart.ts';
import { page } from '../ui/page.ts';
import type { Piece, Story } from './stories.ts';

type Theme = 'light' | 'dark';

/** Functions that a test calls in the page of a story. */
export interface StoryPage {
  /** Shows the story in another theme without loading it again. */
  setTheme(theme: Theme): void;
}

const address = new URLSearchParams(location.search);

/** Shows the story and the theme that the URL names. */
async function show(): Promise<StoryPage> {
  const all = (await (await fetch('/stories.json')).json()) as Story[];
  const story = all.find(({ id }) => id === address.get('id'));
  if (story === undefined) throw new Error(`The gallery has no story ${address.get('id')}.`);
  document.title = `${story.group}: ${story.title}`;
  const theme = address.get('theme') === 'dark' ? 'dark' : 'light';
  page.setTheme(theme);
  const setPieceTheme = put(story.piece, theme);
  return {
    setTheme(next) {
      page.setTheme(next);
      setPieceTheme(next);
    },
  };
}

/** Mounts a part. Returns a function that changes its theme, for parts that do not read it from the host. */
function put(piece: Piece, theme: Theme): (theme: Theme) => void {
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
      const common = { title: 'train/loss', metricName: 'loss', hover: hoverBus() } as const;
      const draw = (current: Theme) =>
        root.render(createElement(Chart, { ...common, theme: current, ...generated, ...piece.props }));
      draw(theme);
      return draw;
    }
  }
  return () => {};
}

Object.assign(window, { story: await show() });

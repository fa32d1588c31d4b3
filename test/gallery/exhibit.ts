import { Chart, hoverBus } from '@tracklens/ui/charts';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { generatedChart } from '../charts/generated-chart.ts';
import { page } from '../ui/page.ts';
import type { Exhibit, Piece } from './exhibits.ts';

/** Shows the exhibit and the theme that the page's address names. */
async function show(): Promise<void> {
  const address = new URLSearchParams(location.search);
  const theme = address.get('theme') === 'dark' ? 'dark' : 'light';
  const all = (await (await fetch('/exhibits.json')).json()) as Exhibit[];
  const exhibit = all.find(({ id }) => id === address.get('id'));
  if (exhibit === undefined) throw new Error(`The gallery has no exhibit ${address.get('id')}.`);
  document.title = `${exhibit.group}: ${exhibit.title}`;
  page.setTheme(theme);
  put(exhibit.piece, theme);
}

function put(piece: Piece, theme: 'light' | 'dark'): void {
  switch (piece.kind) {
    case 'view': {
      const { target, state, connected = true } = piece;
      page.show(null, { target, connected, ...(state === undefined ? {} : { state }) });
      break;
    }
    case 'tree':
      page.showTree(piece.tree);
      break;
    case 'query':
      page.showQuery({ workspace: 'ada', projectName: 'digits' });
      break;
    case 'chart': {
      const generated = generatedChart(piece.shape);
      const given = { title: 'train/loss', metricName: 'loss', direction: 'min', hover: hoverBus(), theme } as const;
      createRoot(document.getElementById('view')!).render(
        createElement(Chart, { ...given, ...generated, ...piece.props }),
      );
    }
  }
}

await show();

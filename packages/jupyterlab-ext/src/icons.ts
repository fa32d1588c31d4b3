import { LabIcon } from '@jupyterlab/ui-components';
import { type ConnectionColor, connectionColor } from '@tracklens/core/client';

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24"><g class="jp-icon3" style="fill:none" stroke="#616161" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</g></svg>`;

// `fill` is set in `style`, because the host would recolor an attribute.

/** Product icon: a magnifying glass over a curve. */
export const tracklensIcon = new LabIcon({
  name: 'tracklens:lens',
  svgstr: svg('<circle cx="10.5" cy="10.5" r="7"/><path d="m16 16 5 5M6.5 12.5l2.5-3 2.5 2 3-4"/>'),
});

/** Query icon: a magnifying glass over lines. */
export const queryIcon = new LabIcon({
  name: 'tracklens:query',
  svgstr: svg('<path d="M4 6h16M4 12h6M4 18h4"/><circle cx="15" cy="14" r="4"/><path d="m18 17 3 3"/>'),
});

/** Icon of a starred experiment. */
export const starIcon = new LabIcon({
  name: 'tracklens:star',
  svgstr: svg('<path d="m12 3 2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z"/>'),
});

/** Icon of a comparison: two curves. */
export const compareIcon = new LabIcon({
  name: 'tracklens:compare',
  svgstr: svg('<path d="M4 4v16h16M7 15l4-5 3 2 5-6M7 18l5-3 3 1 4-3"/>'),
});

/** Values of the colors of connections, with a contrast of at least 3:1 on light and dark backgrounds. */
const colorValues: Readonly<Record<ConnectionColor, string>> = {
  blue: '#2a7de1',
  green: '#2e9145',
  orange: '#d0650a',
  purple: '#9a5bd0',
  red: '#d93f35',
  yellow: '#a67c00',
};

/** Returns the icon of a connection: a dot in its color. */
export function connectionIcon(color: string | undefined): LabIcon {
  const name = connectionColor(color);
  const fill = `style="fill:${colorValues[name]}"`;
  const svgstr = `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24"><circle cx="12" cy="12" r="6" ${fill}/></svg>`;
  return LabIcon.resolve({ icon: { name: `tracklens:connection-${name}`, svgstr } });
}

import { LabIcon } from '@jupyterlab/ui-components';

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

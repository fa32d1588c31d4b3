import type { ReactElement } from 'react';

/** Paths on a 16 by 16 grid, drawn in the text color. */
const paths = {
  running: 'M8 1.5a6.5 6.5 0 1 0 6.5 6.5M8 4.5V8l2.5 1.5',
  finished: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M5 8.3l2.1 2.1L11.2 6',
  crashed: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  workspace: 'M1.5 4.5v8h13v-7h-7l-1.5-2h-4.500z',
  project:
    'M2.5 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.500 9h4.500v4.500h-4.500zM9 9h4.500v4.500h-4.500z',
  group: 'M2 3.500h12M2 8h5M2 12.500h5M10 7v6.500M10 7.500h4M10 13h4',
  experiment:
    'M6 1.500h4M7 1.500v4.500l-4.200 7.200a.9 .9 0 0 0 .8 1.300h8.800a.9 .9 0 0 0 .8-1.300L9 6v-4.500M4.800 10.500h6.400',
  model: 'M8 1.500l6 3.200v6.600l-6 3.200l-6-3.200v-6.600zM2 4.700l6 3.300l6-3.300M8 8v6.500',
  version: 'M1.500 2.500v5l6.500 6.500l5.500-5.500l-6.500-6.500h-5zM4.800 5.300v.1',
  artifact: 'M2 5.500h12v8.500h-12zM1.500 2.500h13v3h-13zM6 8.500h4',
  'artifact-version': 'M1.500 2.500v5l6.500 6.500l5.500-5.500l-6.500-6.500h-5zM4.800 5.300v.1',
  file: 'M3.500 1.500h6l3 3v10h-9zM9.500 1.500v3h3',
  more: 'M3.500 8v.1M8 8v.1M12.500 8v.1',
  empty: 'M8 1.500a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1 0-13M8 7.200v4M8 4.700v.1',
  problem: 'M8 2l6.500 12h-13zM8 6.500v3.500M8 12v.1',
  copy: 'M5.500 5.500v-3.500h8.500v8.500h-3.500M2 5.500h8.500v8.500h-8.500z',
  check: 'M3 8.500l3.500 3.500l6.500-8',
  external: 'M9.500 2.500h4v4M13.500 2.500l-6 6M11.500 9v4.500h-9v-9h4.500',
  refresh: 'M13.500 3v3.500h-3.500M13.200 6.500a5.500 5.500 0 1 0 .3 2.500',
  reset: 'M3 5.500h6.500a4 4 0 0 1 0 8h-4M6 2.500l-3 3l3 3',
  search: 'M7 2a5 5 0 1 1 0 10a5 5 0 0 1 0-10M10.700 10.700l3.500 3.500',
  chevron: 'M6 3.500l4.500 4.500l-4.500 4.500',
  up: 'M8 13v-10M4 7l4-4l4 4',
  down: 'M8 3v10M4 9l4 4l4-4',
  saved: 'M8 1.500a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1 0-13M8 4.500v3.700l2.700 1.600',
  settings:
    'M1.500 4.500h7.500M12.500 4.500h2M1.500 11.500h2M7 11.500h7.500M10.750 2.750a1.750 1.750 0 1 1 0 3.500a1.750 1.750 0 0 1 0-3.500M5.250 9.750a1.750 1.750 0 1 1 0 3.500a1.750 1.750 0 0 1 0-3.500',
  columns: 'M2 2.500h12v11h-12zM6 2.500v11M10 2.500v11',
  star: 'M8 1.800l1.900 4.100l4.500 .5l-3.300 3l.9 4.400l-4-2.200l-4 2.200l.9-4.400l-3.300-3l4.500-.5z',
  views: 'M2 2.500h12v11h-12zM2 6.500h12M6.500 6.500v7',
  pin: 'M5.500 2h5M6 2v5l-2 2.500h8l-2-2.500v-5M8 9.500v4.500',
  rename: 'M10.500 3l2.500 2.500l-7.500 7.500h-2.500v-2.500zM9 4.500l2.500 2.500',
  delete: 'M3 4.500h10M6 4.500v-2h4v2M4.200 4.500l.7 9h6.200l.7-9M6.800 7v4M9.200 7v4',
  close: 'M4 4l8 8M12 4l-8 8',
  download: 'M8 2v8.5M4.500 7.200l3.500 3.500l3.500-3.500M2.500 13.500h11',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof paths;

/** Decorative icon; the text next to it carries its meaning. */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }): ReactElement {
  return (
    <svg className={`tl-icon ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

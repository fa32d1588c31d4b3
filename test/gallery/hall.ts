import type { Exhibit } from './exhibits.ts';

/** The list of exhibits, and the chosen one in light and in dark side by side; the address keeps the choice. */
const all = (await (await fetch('/exhibits.json')).json()) as Exhibit[];

const list = document.createElement('nav');
list.setAttribute('aria-label', 'Exhibits');
for (const group of new Set(all.map((exhibit) => exhibit.group))) {
  const heading = document.createElement('h2');
  heading.textContent = group;
  list.append(heading);
  for (const { id, title } of all.filter((exhibit) => exhibit.group === group)) {
    const link = document.createElement('a');
    link.href = `#${id}`;
    link.textContent = title;
    list.append(link);
  }
}
const walls = document.createElement('main');
document.body.append(list, walls);

function choose(): void {
  const exhibit = all.find(({ id }) => id === location.hash.slice(1)) ?? all[0]!;
  for (const link of list.querySelectorAll('a')) {
    if (link.hash === `#${exhibit.id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  walls.replaceChildren(
    ...(['light', 'dark'] as const).map((theme) => {
      const frame = document.createElement('iframe');
      frame.title = `${exhibit.group}, ${exhibit.title}, ${theme}`;
      frame.src = `/exhibit?${new URLSearchParams({ id: exhibit.id, theme })}`;
      return frame;
    }),
  );
}

addEventListener('hashchange', choose);
choose();

import type { Story } from './stories.ts';

/** List of stories, and the selected one in light and dark side by side. The URL contains the selection. */
const all = (await (await fetch('/stories.json')).json()) as Story[];

const list = document.createElement('nav');
list.setAttribute('aria-label', 'Stories');
for (const group of new Set(all.map((story) => story.group))) {
  const heading = document.createElement('h2');
  heading.textContent = group;
  list.append(heading);
  for (const { id, title } of all.filter((story) => story.group === group)) {
    const link = document.createElement('a');
    link.href = `#${id}`;
    link.textContent = title;
    list.append(link);
  }
}
const previews = document.createElement('main');
document.body.append(list, previews);

function choose(): void {
  const story = all.find(({ id }) => id === location.hash.slice(1)) ?? all[0]!;
  for (const link of list.querySelectorAll('a')) {
    if (link.hash === `#${story.id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  previews.replaceChildren(
    ...(['light', 'dark'] as const).map((theme) => {
      const frame = document.createElement('iframe');
      frame.title = `${story.group}, ${story.title}, ${theme}`;
      frame.src = `/story?${new URLSearchParams({ id: story.id, theme })}`;
      return frame;
    }),
  );
}

addEventListener('hashchange', choose);
choose();

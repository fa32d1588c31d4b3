/** Longest HTML that is searched for images, in characters, and the maximum number of images shown. */
const htmlLimit = 2_000_000;
const imageLimit = 12;
const altLimit = 500;

/** Address of an image within the output itself. */
const embeddedImage = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp);base64,[\w+/=]+$/;

/**
 * Returns the images of the static HTML of an output, which are shown until the code of the views is loaded and the
 * view is drawn. Null without images. The HTML is not inserted into the page: of its images, only embedded ones are
 * shown, so that nothing is requested, and as `img` elements, in which SVG runs no script.
 */
export function savedImages(html: unknown): HTMLElement | null {
  const text = Array.isArray(html) ? html.join('') : html;
  if (typeof text !== 'string' || text.length > htmlLimit) return null;
  const images: HTMLImageElement[] = [];
  // The parsed document has no window, so it loads and runs nothing.
  for (const { src, alt } of new DOMParser().parseFromString(text, 'text/html').images) {
    if (images.length === imageLimit || !embeddedImage.test(src)) continue;
    const image = document.createElement('img');
    image.alt = alt.slice(0, altLimit);
    image.src = src;
    images.push(image);
  }
  if (images.length === 0) return null;
  const charts = document.createElement('div');
  charts.className = 'jp-TracklensOutput-charts';
  charts.append(...images);
  const saved = document.createElement('div');
  saved.className = 'jp-TracklensOutput-saved';
  saved.append(charts);
  return saved;
}

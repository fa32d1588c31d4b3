const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content or an attribute of HTML and XML. Characters that XML forbids become spaces. */
export function escapedMarkup(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .replace(/[&<>"']/g, (sign) => entities[sign]!)
  );
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Returns an SVG element. The content of a `text` element is escaped; that of any other is markup. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const head = present.map(([key, value]) => ` ${key}="${escapedMarkup(String(value))}"`).join('');
  if (content === '') return `<${name}${head}/>`;
  return `<${name}${head}>${name === 'text' ? escapedMarkup(content) : content}</${name}>`;
}

/** Background and font of an image. */
interface ImageStyle {
  readonly background: string;
  readonly font?: string;
  readonly fontSize?: number;
}

/** Returns a complete SVG image: its content on a background. */
export function svgImage(
  { width, height }: { readonly width: number; readonly height: number },
  { background, font, fontSize }: ImageStyle,
  content: string,
): string {
  const size = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` };
  const root = { ...size, 'font-family': font, 'font-size': fontSize };
  return element('svg', root, element('rect', { width, height, fill: background }) + content);
}

/** Average width of a character relative to the font size, for sans-serif fonts. */
const characterWidth = 0.56;

/** Estimates the width of a text in pixels, without a font. */
export function textWidth(text: string, fontSize: number): number {
  return [...text].length * characterWidth * fontSize;
}

/** Returns the number of characters of an estimated width. */
const charactersWithin = (width: number, fontSize: number) =>
  Math.max(1, Math.floor(width / (characterWidth * fontSize)));

/** Shortens a text to an estimated width, with an ellipsis at its end. */
export function shortened(text: string, width: number, fontSize: number): string {
  const limit = charactersWithin(width, fontSize);
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text;
}

/** Shortens a text to an estimated width, with an ellipsis in its middle. */
export function shortenedMiddle(text: string, width: number, fontSize: number): string {
  const limit = charactersWithin(width, fontSize);
  const characters = [...text];
  if (characters.length <= limit) return text;
  const head = Math.floor((limit - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (limit - 1 - head)).join('')}`;
}

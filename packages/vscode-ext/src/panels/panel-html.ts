/** What the page of a panel is made of. */
export interface PageOptions {
  /** The origin that the editor serves the extension's files from. */
  readonly cspSource: string;
  readonly scriptUrl: string;
  readonly styleUrl: string;
  /** Fresh and unguessable for each page. */
  readonly nonce: string;
}

/**
 * The page of a panel: one module script and one style sheet of the extension. Nothing else may load, no script text
 * is evaluated, and the page reaches no network: all data comes over messages from the extension host.
 */
export function panelHtml({ cspSource, scriptUrl, styleUrl, nonce }: PageOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${cspSource}`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `img-src ${cspSource} data: blob:`,
    'media-src blob:',
    `font-src ${cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(styleUrl)}">
<title>Tracklens</title>
</head>
<body>
<main id="view"></main>
<script type="module" nonce="${attribute(nonce)}" src="${attribute(scriptUrl)}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

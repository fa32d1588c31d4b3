/** Parameters of a panel page. */
export interface PageOptions {
  /** Language of the texts as a BCP 47 tag. */
  readonly language: string;
  /** Origin from which the editor serves the files of the extension. */
  readonly cspSource: string;
  readonly scriptUrl: string;
  readonly styleUrl: string;
  /** Random value, new for each page. */
  readonly nonce: string;
}

/**
 * Returns the HTML of a panel with one module script and one style sheet of the extension. The content security
 * policy allows only files of the extension and `data:` or `blob:` media; it blocks `eval` and network access. All
 * data arrives as messages from the extension host.
 */
export function panelHtml({ language, cspSource, scriptUrl, styleUrl, nonce }: PageOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${cspSource}`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `img-src ${cspSource} data: blob:`,
    'media-src blob:',
    `font-src ${cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeHtml(styleUrl)}">
<title>Tracklens</title>
</head>
<body>
<main id="view"></main>
<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUrl)}"></script>
</body>
</html>`;
}

/** Escapes a text for HTML, also within attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import { viewMimeType } from '../snapshots/view-mime-type.ts';
import { type Displayed, type MimeBundle, viewPayload } from './display-host.ts';

/** Returns the notebook output of what is displayed: a live view, static HTML and text. */
export async function mimeBundleOf(displayed: Displayed): Promise<MimeBundle> {
  const payload = await viewPayload(displayed);
  // Lazy import: only notebooks need it, so browser bundles do not load it.
  const { staticForms } = await import('../static-charts/static-html.ts');
  const forms = staticForms(payload);
  return { [viewMimeType]: payload, 'text/html': forms.html, 'text/plain': forms.text };
}

import type { OfflineReason } from '@tracklens/ui';

/** Whether this page is a static site made by JupyterLite, which has no Jupyter server. */
export function isStaticSite(page: Pick<Document, 'getElementById'> = document): boolean {
  // Every page of JupyterLite names the root of its site in this attribute, whatever the name of the site is.
  return page.getElementById('jupyter-config-data')?.dataset.jupyterLiteRoot !== undefined;
}

/** Why a static site reads from no service, and what to do. */
export const staticSite = {
  message: 'This site has no Jupyter server, so outputs show their saved snapshots.',
  remedy:
    'To start a local service or sign in to a hosted one, open the notebooks in JupyterLab with tracklens installed: its server keeps the API key, which a browser must not have.',
} as const;

/** Returns the response to every request on a static site. Nothing is sent. */
export function staticSiteResponse(): Response {
  const body = { msg: 'This site has no Jupyter server', remedy: staticSite.remedy };
  return Response.json(body, { status: 503, headers: { 'x-tracklens-no-answer': 'not-configured' } });
}

/** Returns the message that outputs on a static site show. */
export function staticSiteOutput(translate: (sentence: string) => string): OfflineReason {
  return {
    message: translate(staticSite.message),
    remedy: translate('Open the notebook in JupyterLab with tracklens installed to read it from the service.'),
  };
}

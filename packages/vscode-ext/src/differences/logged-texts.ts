import { APIExperiment } from '@tracklens/core/browser';
import { patchText } from '@tracklens/ui/patch';
import type { ServiceClient } from '../connection/connected-service.ts';

/** Experiment texts that can be compared, with the file extension that selects the syntax highlighting. */
export const loggedTexts = {
  parameters: '.txt',
  code: '.py',
  packages: '.txt',
  patch: '.patch',
} as const;

/** Kind of text that an experiment logs. */
export type LoggedText = keyof typeof loggedTexts;

/** Reads a logged text of an experiment; `''` when it logged none. */
export async function readLoggedText(
  { api }: ServiceClient,
  experimentKey: string,
  what: LoggedText,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const experiment = new APIExperiment({ api, previousExperiment: experimentKey });
  switch (what) {
    case 'parameters': {
      const lines = (await experiment.getParametersSummary(options)).map(
        ({ name, valueCurrent }) => `${name} = ${valueCurrent}`,
      );
      return lines.sort((a, b) => a.localeCompare(b, 'en')).join('\n');
    }
    case 'code':
      return (await experiment.getCode(options)) ?? '';
    case 'packages':
      return [...(await experiment.getInstalledPackages(options))].sort((a, b) => a.localeCompare(b, 'en')).join('\n');
    case 'patch': {
      const archive = await experiment.getGitPatch(options);
      return archive === null ? '' : (patchText(archive) ?? '');
    }
  }
}

import { APIExperiment } from '@tracklens/core/browser';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import type { ServiceClient } from '../connection/connected-service.ts';
import { showInformation } from '../messages.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { type LoggedText, loggedTexts, readLoggedText } from './logged-texts.ts';
import { textScheme } from './text-scheme.ts';
import { readTextUri, type TextQuery } from './text-uri.ts';

interface Side {
  readonly connection: string;
  readonly experimentKey: string;
  readonly name: string;
}

/** Returns the text of a document of the `tracklens-text` scheme. */
export async function textDocument(uri: vscode.Uri, services: Services): Promise<string> {
  const { connection, experimentKey, what } = readTextUri(uri);
  return readLoggedText(await services.connections.of(connection).client(), experimentKey, what);
}

/**
 * Compares parameters, code, packages and git patch of two experiments in the editor's diff editor. Shows only the
 * texts that differ.
 */
export async function compareTexts(services: Services, nodes: readonly TreeNode[]): Promise<void> {
  const sides = nodes.flatMap(({ target, label }) =>
    target?.kind === 'experiment'
      ? [{ connection: services.connectionId, experimentKey: target.experimentKey, name: label }]
      : [],
  );
  if (sides.length !== 2) {
    throw new UnmetCondition(vscode.l10n.t('Select two experiments to compare their code and environment.'));
  }
  const client = await services.connection.client();
  const compared = await withProgress(vscode.l10n.t('Loading code and environment…'), async (signal) => {
    // The older experiment is on the left, the newer one on the right.
    const [before, after] = (await oldestFirst(client, sides, signal)) as [Side, Side];
    return { before, after, ...(await differences(client, before, after, signal)) };
  });
  if (!compared) return;
  const { before, after, differing, isNothingLogged } = compared;
  const title = titleOf(before, after);
  if (differing.length === 0) {
    void showInformation(
      isNothingLogged
        ? vscode.l10n.t(
            'Neither {0} nor {1} logged parameters, code, packages or a git patch.',
            before.name,
            after.name,
          )
        : vscode.l10n.t(
            'Parameters, code, packages and git patch of {0} and {1} are the same.',
            before.name,
            after.name,
          ),
    );
    return;
  }
  await vscode.commands.executeCommand('vscode.changes', title, differing);
}

/**
 * Returns the differing texts as tuples for `vscode.changes` (label, left, right), and whether neither side logged
 * any.
 */
async function differences(client: ServiceClient, before: Side, after: Side, signal: AbortSignal) {
  const pairs = (Object.keys(loggedTexts) as LoggedText[]).map(async (what) => {
    const [a, b] = await Promise.all(
      [before, after].map(({ experimentKey }) => readLoggedText(client, experimentKey, what, { signal })),
    );
    return { what, isSame: a === b, isEmpty: a === '' && b === '' };
  });
  const compared = await Promise.all(pairs);
  const folder = titleOf(before, after);
  const differing = compared
    .filter(({ isSame }) => !isSame)
    .map(({ what }) => [uriOf(after, folder, what), uriOf(before, folder, what), uriOf(after, folder, what)] as const);
  return { differing, isNothingLogged: compared.every(({ isEmpty }) => isEmpty) };
}

async function oldestFirst({ api }: ServiceClient, sides: readonly Side[], signal: AbortSignal): Promise<Side[]> {
  const started = await Promise.all(
    sides.map(async (side) => {
      const experiment = new APIExperiment({ api, previousExperiment: side.experimentKey });
      return { side, startTimeMillis: (await experiment.getMetadata({ signal })).startTimeMillis };
    }),
  );
  return started.sort((a, b) => a.startTimeMillis - b.startTimeMillis).map(({ side }) => side);
}

const titleOf = (before: Side, after: Side) => `${before.name} ↔ ${after.name}`;

/**
 * Returns the URI of a text. The editor shows its folder next to the name. Both sides have one path, because the editor
 * marks a file with two paths as renamed.
 */
function uriOf({ connection, experimentKey }: Side, title: string, what: LoggedText): vscode.Uri {
  // Names from the service must not add path segments.
  const folder = title.replaceAll(/[/\\?#]/g, '_');
  const query = JSON.stringify({ connection, experimentKey, what } satisfies TextQuery);
  return vscode.Uri.from({ scheme: textScheme, path: `/${folder}/${what}${loggedTexts[what]}`, query });
}

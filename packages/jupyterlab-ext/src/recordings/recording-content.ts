import type { DocumentRegistry } from '@jupyterlab/docregistry';
import { reasonOf } from '@tracklens/core/client';
import type { Host, ViewPayload } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import type { Views } from '../load-views.ts';
import { openOnService } from '../service/output-connection.ts';
import { isStaticSite } from '../service/static-site.ts';
import type { Tracklens } from '../tokens.ts';
import { whileDisabled } from '../while-disabled.ts';
import { base64Size, isSavedView, savedView } from './recording-file.ts';
import { type RecordingSummary, readRecordingSummary } from './recording-summary.ts';

/**
 * Content of a `.tracklens` file: a saved view, drawn from its snapshot without a request to a service, or what a
 * recording of experiments contains, with a button that opens it.
 */
export class RecordingContent {
  readonly #node: HTMLElement;
  readonly #context: DocumentRegistry.Context;
  readonly #tracklens: Tracklens;
  readonly #views: Views;
  #view: MountedView | null = null;
  /** Content that is shown, in Base64. */
  #drawn: string | null = null;

  constructor(node: HTMLElement, context: DocumentRegistry.Context, tracklens: Tracklens, views: Views) {
    this.#node = node;
    this.#context = context;
    this.#tracklens = tracklens;
    this.#views = views;
  }

  /** Draws the file, unless it is the same as before. */
  draw(): void {
    const content = this.#context.model.toString();
    if (content === this.#drawn) return;
    this.#drawn = content;
    this.#drawContent(content).catch((error: unknown) => {
      if (content === this.#drawn) this.#showFailure(reasonOf(error));
    });
  }

  dispose(): void {
    this.#drawn = null;
    this.#view?.dispose();
    this.#view = null;
  }

  async #drawContent(content: string): Promise<void> {
    if (isSavedView(content)) {
      const payload = savedView(content);
      if (payload !== null) this.#showView(payload);
      else
        this.#showProblem(
          this.#tracklens.translate('This file contains no saved view. Save the view as a file again.'),
        );
      return;
    }
    if (isStaticSite()) {
      this.#showProblem(
        this.#tracklens.translate(
          'This file may be a recording of experiments. Open it in JupyterLab with tracklens installed, or with: tracklens demo --recording FILE',
        ),
      );
      return;
    }
    const summary = readRecordingSummary(await this.#tracklens.connections.recordingSummary(content));
    if (content === this.#drawn) this.#showSummary(summary, base64Size(content));
  }

  #showView(payload: ViewPayload): void {
    const { translate, host, pollMillis } = this.#tracklens;
    const element = document.createElement('div');
    element.className = 'jp-TracklensRecording-view';
    this.#clear(element);
    const { management: _, ...others } = host;
    const open: Host['open'] = (target, options) => void openOnService(this.#tracklens, payload.url, target, options);
    const openLive = () => open(payload.target, { newPanel: false, activate: true, state: mounted.getState() });
    const mounted = this.#views.mountView(element, {
      payload,
      api: null,
      offlineReason: {
        message: translate('This file shows a saved view.'),
        ...(isStaticSite()
          ? { remedy: translate('Open it in JupyterLab with tracklens installed to read it from the service.') }
          : {
              remedy: translate('Open the live view to read it from the service.'),
              action: { title: translate('Open Live View'), run: openLive },
            }),
      },
      host: { ...others, readOnly: true, open },
      layout: 'panel',
      strings: translate,
      pollMillis,
    });
    this.#view = mounted;
  }

  #showSummary(summary: RecordingSummary, fileBytes: number): void {
    const { translate, host, commands } = this.#tracklens;
    const { countText, momentText, setLocale, sizeText } = this.#views;
    const { workspace, projectName, experimentCount, recordedAtMillis, textBytes } = summary;
    setLocale(host.locale);
    const facts = [
      projectName === null
        ? [translate('Workspace'), workspace]
        : [translate('Project'), `${workspace}/${projectName}`],
      [translate('Experiments'), countText(experimentCount)],
      ...(recordedAtMillis === null ? [] : [[translate('Recorded'), momentText(recordedAtMillis, translate)]]),
      [translate('Size'), translate('%1, unpacked %2', sizeText(fileBytes), sizeText(textBytes))],
    ];
    const list = document.createElement('dl');
    for (const [name = '', value = ''] of facts) list.append(textElement('dt', name), textElement('dd', value));
    const open = textElement('button', translate('Open Recording'));
    open.className = 'jp-mod-styled jp-mod-accept';
    const manage = textElement('button', translate('Connections…'));
    manage.className = 'jp-mod-styled';
    manage.addEventListener('click', () => void commands.execute(commandIds.manageConnections));
    const buttons = document.createElement('p');
    buttons.append(open, manage);
    const status = textElement('p', '');
    status.setAttribute('role', 'alert');
    const begin = async () => {
      status.textContent = translate('Starting…');
      try {
        status.textContent = await this.#open(summary);
      } catch (error) {
        status.textContent = reasonOf(error);
      }
    };
    open.addEventListener('click', () => void whileDisabled([open], begin));
    this.#clear(
      textElement('h2', this.#fileName()),
      textElement('p', translate('Recording of experiments')),
      list,
      textElement(
        'p',
        translate(
          'A local service of its own loads the experiments; nothing leaves the machine of the Jupyter server.',
        ),
      ),
      buttons,
      status,
    );
  }

  /** Starts the service of the recording and shows its project. Returns the sentence that names its connection. */
  async #open({ workspace, projectName }: RecordingSummary): Promise<string> {
    const { connections, commands, translate } = this.#tracklens;
    const list = await connections.openRecording(this.#fileName(), this.#context.model.toString());
    const opened = list.connections.find(({ id }) => id === list.started);
    if (projectName === null || opened === undefined) await commands.execute(commandIds.manageConnections);
    else {
      const target = { kind: 'project', workspace, projectName } as const;
      await commands.execute(commandIds.open, { target, activate: true, connection: opened.id });
    }
    if (opened === undefined || opened.id === list.active) return '';
    return translate(
      'The recording is the connection “%1”. Use it in the list of connections to browse it.',
      opened.name,
    );
  }

  #fileName(): string {
    return this.#context.path.split('/').at(-1)!;
  }

  #showProblem(problem: string): void {
    const line = textElement('p', problem);
    line.setAttribute('role', 'alert');
    this.#clear(textElement('h2', this.#fileName()), line);
  }

  /** Shows why the file was not read, with a button that tries again. */
  #showFailure(reason: string): void {
    this.#showProblem(reason);
    const retry = textElement('button', this.#tracklens.translate('Retry'));
    retry.className = 'jp-mod-styled';
    retry.addEventListener('click', () => {
      this.#drawn = null;
      this.draw();
    });
    this.#node.append(retry);
  }

  #clear(...content: readonly HTMLElement[]): void {
    this.#view?.dispose();
    this.#view = null;
    this.#node.replaceChildren(...content);
  }
}

function textElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

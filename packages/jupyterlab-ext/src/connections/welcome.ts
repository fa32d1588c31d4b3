import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import type { ServiceStatus } from '../service/service-status.ts';
import type { Tracklens } from '../tokens.ts';
import { whileDisabled } from '../while-disabled.ts';
import type { ConnectionList } from './connection-list.ts';
import { Form } from './form.ts';
import { LoggingLines } from './logging-lines.ts';
import { dataFolderField, showSignIn } from './sign-in.ts';

/** Returns the first steps for a user without a service: start a local one, try the demo, sign in, log. */
export function welcome(tracklens: Tracklens, status: ServiceStatus, list: ConnectionList): Widget {
  const { translate, connections } = tracklens;
  const node = document.createElement('div');
  const widget = new Widget({ node });
  widget.addClass('jp-TracklensWelcome');
  const state = document.createElement('p');
  state.setAttribute('role', 'alert');
  const buttons: HTMLButtonElement[] = [];
  const begin = async (action: () => Promise<unknown>, doing: string) => {
    state.textContent = doing;
    try {
      await action();
      state.textContent = '';
    } catch (error) {
      state.textContent = reasonOf(error);
    }
  };
  const button = (label: string, action: () => Promise<unknown>, doing = '') => {
    const made = document.createElement('button');
    made.className = 'jp-mod-styled';
    made.textContent = label;
    made.addEventListener('click', () => void whileDisabled(buttons, () => begin(action, doing)));
    buttons.push(made);
    return made;
  };
  const starting = translate('Starting…');
  const folder = new Form({
    translate,
    fields: [dataFolderField(translate, status.dataFolder || list.defaultFolder)],
    submit: async (values) => void (await connections.startLocalService('service', values.folder)),
  });
  const start = button(translate('Start a Local Service'), () => folder.send(), starting);
  folder.node.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Enter' && !isComposing) start.click();
  });
  start.classList.add('jp-mod-accept');
  node.append(
    paragraph(introduction(tracklens, status)),
    folder.node,
    start,
    paragraph(translate('Or look at recorded runs first:')),
    button(translate('Try with Demo Data'), () => connections.startLocalService('demo'), starting),
    paragraph(translate('Or use a service that runs already:')),
    button(translate('Sign In…'), () => showSignIn(tracklens)),
    ...list.connections.map(({ id, name, url, dataFolder }) =>
      dataFolder === undefined || url !== ''
        ? button(translate('Use “%1”', name), () => connections.activate(id))
        : button(translate('Start “%1”', name), () => connections.startLocalService('service', dataFolder), starting),
    ),
    state,
    howToLog(tracklens),
  );
  return widget;
}

function introduction({ translate }: Tracklens, status: ServiceStatus): string {
  if (!status.configured && status.id !== null && status.name !== undefined) return translate(status.message);
  return translate('No service is connected. A local one stores your experiments on this machine, without an account.');
}

function howToLog(tracklens: Tracklens): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = tracklens.translate('How to Log');
  details.append(summary, new LoggingLines(tracklens).node);
  return details;
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}

import { type IThemeManager, Notification } from '@jupyterlab/apputils';
import type { IStateDB } from '@jupyterlab/statedb';
import type { ITranslator } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { Host } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { keptTexts } from './kept-texts.ts';
import { labTheme } from './lab-theme.ts';

/** The host of JupyterLab and Notebook: targets open in panels, errors are notifications. */
export function jupyterHost(
  commands: CommandRegistry,
  themes: IThemeManager | null,
  state: IStateDB | null,
  translator: ITranslator | null,
): Host {
  return {
    locale: translator?.languageCode,
    ...(state ? { keep: keptTexts(state) } : {}),
    open(target, options) {
      void commands.execute(commandIds.open, { target, ...options } as unknown as ReadonlyPartialJSONObject);
    },
    openExternal(url) {
      if (/^https?:\/\//.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
    },
    report({ message, remedy }) {
      Notification.error([message, remedy].filter(Boolean).join(' '), { autoClose: 10_000 });
    },
    theme: labTheme(themes),
  };
}

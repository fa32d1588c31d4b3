import type { Target, ViewPayload } from '@tracklens/core/display';
import { type ReactElement, useState } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Popup } from '../components/Popup.tsx';
import { saveFile } from '../components/save-file.ts';
import { useTranslate } from '../components/translate-context.ts';
import { reportOf } from '../source/failure.ts';
import { useView, type ViewContextValue } from './view-context.ts';

/** Button with a menu that saves the view as a file, as it is arranged. Empty without data. */
export function SaveViewMenu({ name }: { readonly name: string }): ReactElement | null {
  const t = useTranslate();
  const view = useView();
  const { host, live, snapshot, target } = view;
  const [isSaving, setSaving] = useState(false);
  if (target === null || (live === null && snapshot === null)) return null;
  const save = async (format: SavedFormat) => {
    setSaving(true);
    try {
      await saveView(format, name, { ...view, target });
    } catch (error) {
      host.report(reportOf(error, t('The view could not be saved.'), t));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Popup
      icon="download"
      label={<span className="tl-visually-hidden">{t('Save this view')}</span>}
      title={t('Save this view')}
      className="tl-manage"
    >
      {(close) =>
        formats.map((format) => (
          <ActionButton
            key={format.extension}
            className="tl-manage-command"
            title={t(format.caption)}
            enabled={!isSaving}
            onClick={() => {
              close();
              void save(format);
            }}
          >
            {t(format.title)}
          </ActionButton>
        ))
      }
    </Popup>
  );
}

/** Saves a view with its data: as the service has it now, or without a connection as it was saved. */
async function saveView(
  { extension, mediaType, write }: SavedFormat,
  name: string,
  { host, live, snapshot, store: { state }, target, url }: ViewContextValue & { readonly target: Target },
): Promise<void> {
  const data = live === null ? snapshot! : await live.snapshot(target, state);
  const content = await write({ target, state, snapshot: data, ...(url === null ? {} : { url }) });
  const fileName = `${exportName([...workspaceOf(target), name], Date.now())}.${extension}`;
  await saveFile(host, fileName, new TextEncoder().encode(content), mediaType);
}

interface SavedFormat {
  readonly title: string;
  readonly caption: string;
  readonly extension: string;
  readonly mediaType: string;
  write(payload: ViewPayload): Promise<string> | string;
}

const formats: readonly SavedFormat[] = [
  {
    title: 'Web page (HTML)',
    caption: 'A page with the charts as images, which every browser opens',
    extension: 'html',
    mediaType: 'text/html',
    write: async (payload) => (await import('@tracklens/core/static-charts')).staticDocument(payload),
  },
  {
    title: 'View (.tracklens)',
    caption: 'The view with its data, which Tracklens opens without a service',
    extension: 'tracklens',
    mediaType: 'application/json',
    write: (payload) => `${JSON.stringify(payload)}\n`,
  },
];

/** Returns the workspace of a target for the name of a file; a target that is an experiment does not name it. */
function workspaceOf(target: Target): string[] {
  return target.kind === 'experiment' ? [] : [target.workspace];
}

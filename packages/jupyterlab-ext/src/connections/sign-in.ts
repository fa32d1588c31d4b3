import { connectionColors, connectionNameFor, connectionNameLimit } from '@tracklens/core/client';
import type { Tracklens } from '../tokens.ts';
import type { NamedConnection } from './connection-list.ts';
import { Form, FormDialog, type FormField } from './form.ts';

/** Prompts for address and key of a service, and signs in. `url` is the proposed address. */
export async function showSignIn({ translate, connections }: Tracklens, url = ''): Promise<void> {
  const form = new Form({
    translate,
    fields: [
      {
        name: 'url',
        label: translate('Address of the service'),
        value: url,
        placeholder: 'https://tracker.example',
      },
      {
        name: 'apiKey',
        label: translate('API key'),
        type: 'password',
        hint: translate(
          'Stored by the Jupyter server in a file that only you can read. It is not sent to this page again.',
        ),
      },
      { name: 'name', label: translate('Name of the connection'), placeholder: connectionNameFor(url) },
      colorField(translate, [{ value: '', label: translate('Automatic') }]),
    ],
    async submit(values) {
      await connections.signIn({
        url: values.url!,
        apiKey: values.apiKey!,
        name: values.name || connectionNameFor(values.url!),
        ...(values.color ? { color: values.color } : {}),
      });
    },
  });
  const [address, name] = [form.field('url'), form.field('name')];
  if (name instanceof HTMLInputElement) name.maxLength = connectionNameLimit;
  address?.addEventListener('input', () => name?.setAttribute('placeholder', connectionNameFor(address.value)));
  const texts = { title: translate('Sign In'), ok: translate('Sign In'), cancel: translate('Cancel') };
  await new FormDialog(form, texts).launch();
}

/** Prompts for another name and color of a connection. */
export async function showEdit({ translate, connections }: Tracklens, connection: NamedConnection): Promise<void> {
  const form = new Form({
    translate,
    fields: [
      { name: 'name', label: translate('Name of the connection'), value: connection.name },
      { ...colorField(translate), value: connection.color },
    ],
    submit: async (values) => void (await connections.change(connection.id, values)),
  });
  const texts = { title: translate('Edit Connection'), ok: translate('Save'), cancel: translate('Cancel') };
  await new FormDialog(form, texts).launch();
}

/** Prompts for the data folder of a local service, and starts it. */
export async function showStartLocalService({ translate, connections }: Tracklens): Promise<void> {
  const { defaultFolder } = await connections.list();
  const form = new Form({
    translate,
    fields: [dataFolderField(translate, defaultFolder)],
    submit: async (values) => void (await connections.startLocalService('service', values.folder)),
  });
  const title = translate('Start a Local Service');
  await new FormDialog(form, { title, ok: translate('Start'), cancel: translate('Cancel') }).launch();
}

/** Returns the field of the data folder of a local service. */
export function dataFolderField(translate: Tracklens['translate'], value: string): FormField {
  return {
    name: 'folder',
    label: translate('Data folder'),
    value,
    hint: translate('On the machine of the Jupyter server. The service ends with the Jupyter server; the data remain.'),
  };
}

function colorField(translate: Tracklens['translate'], first: NonNullable<FormField['choices']> = []): FormField {
  const labels = {
    blue: translate('Blue'),
    green: translate('Green'),
    orange: translate('Orange'),
    purple: translate('Purple'),
    red: translate('Red'),
    yellow: translate('Yellow'),
  };
  const choices = [...first, ...connectionColors.map((value) => ({ value, label: labels[value] }))];
  return { name: 'color', label: translate('Color'), choices };
}

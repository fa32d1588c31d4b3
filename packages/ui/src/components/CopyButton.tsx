import type { ReactElement } from 'react';
import { copyText } from './copy-text.ts';
import { Icon } from './Icon.tsx';
import { useTranslate } from './translate-context.ts';
import { useCopied } from './use-copied.ts';

/** Button that copies a text and confirms it briefly. */
export function CopyButton({
  text,
  label,
  onFailure,
}: {
  readonly text: string | (() => string | Promise<string>);
  /** Label of the button, phrased as a command. */
  readonly label: string;
  readonly onFailure: (failure: { readonly message: string; readonly remedy: string }) => void;
}): ReactElement {
  const t = useTranslate();
  const [copied, setCopied] = useCopied();
  const copy = async () => {
    try {
      await copyText(typeof text === 'string' ? text : await text());
      setCopied(true);
    } catch {
      onFailure({
        message: t('The text could not be copied.'),
        remedy: t('Select the text and copy it with the keyboard.'),
      });
    }
  };
  return (
    <button
      type="button"
      className="tl-icon-button"
      title={copied ? t('Copied') : label}
      aria-label={copied ? t('Copied') : label}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}

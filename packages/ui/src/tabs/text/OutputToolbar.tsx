import type { ReactElement } from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { CheckField } from '../../components/CheckField.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import type { OutputLines } from './use-output-lines.ts';

/** Toolbar of an output: search, errors, streams, wrapping, following and copying. */
export function OutputToolbar({
  shown,
  running,
  onNextError,
}: {
  readonly shown: OutputLines;
  readonly running: boolean;
  readonly onNextError: () => void;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const { lines, errorCount, stderrCount, stream } = shown;
  return (
    <div className="tl-toolbar">
      <OutputSearch shown={shown} />
      <span className="tl-count">{counted(t, lines.length, '%1 line', '%1 lines')}</span>
      {errorCount > 0 && (
        <button type="button" className="tl-link tl-error-link" onClick={onNextError}>
          <Icon name="problem" />
          {counted(t, errorCount, '%1 line of errors', '%1 lines of errors')}
        </button>
      )}
      {(stderrCount > 0 || stream !== null) && <StreamSelect shown={shown} />}
      <span className="tl-space" />
      <CheckField label={t('Wrap lines')} checked={shown.wrapped} onChange={shown.toggleWrapped} />
      {running && <CheckField label={t('Follow')} checked={shown.following} onChange={shown.toggleFollowing} />}
      <CopyButton
        text={() => lines.map(({ text }) => text).join('\n')}
        label={t('Copy the output')}
        onFailure={host.report}
      />
    </div>
  );
}

function StreamSelect({ shown }: { readonly shown: OutputLines }): ReactElement {
  const t = useTranslate();
  const { stream, setStream, totalCount, stderrCount } = shown;
  return (
    <SelectField
      label={t('Show')}
      value={stream ?? ''}
      choices={[
        ['', t('Both streams')],
        ['output', t('Standard output (%1)', numberText(totalCount - stderrCount))],
        ['error', t('Standard error (%1)', numberText(stderrCount))],
      ]}
      onChange={(next) => setStream(next === '' ? null : next)}
    />
  );
}

/** Search field with match navigation: Enter goes to the next match, Shift+Enter to the previous one. */
function OutputSearch({ shown }: { readonly shown: OutputLines }): ReactElement {
  const t = useTranslate();
  const { matchCount, matchIndex, stepMatch } = shown;
  const step = (by: -1 | 1, label: string, keys: string) => (
    <ActionButton
      className="tl-icon-button"
      enabled={matchCount > 0}
      title={`${label} (${keys})`}
      aria-label={label}
      onClick={() => stepMatch(by)}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </ActionButton>
  );
  return (
    <>
      <span
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter') stepMatch(event.shiftKey ? -1 : 1);
        }}
      >
        <SearchField value={shown.search} onChange={shown.setSearch} label={t('Search the output')} />
      </span>
      {shown.appliedSearch !== '' && (
        <>
          <span className="tl-count" role="status">
            {matchCount === 0 ? t('not found') : t('%1 of %2', matchIndex + 1, numberText(matchCount))}
          </span>
          {step(-1, t('Previous match'), 'Shift+Enter')}
          {step(1, t('Next match'), 'Enter')}
        </>
      )}
    </>
  );
}

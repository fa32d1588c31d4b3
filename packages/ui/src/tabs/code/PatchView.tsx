import type { ReactElement } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useView } from '../../view/view-context.ts';
import { useToggled } from '../use-choice.ts';
import type { PatchFile } from './patch.ts';

/** Maximum number of changed lines of a file that is initially expanded. */
const longFile = 400;

/** Patch of the uncommitted changes to the logged commit. */
export function PatchView({ files }: { readonly files: readonly PatchFile[] }): ReactElement {
  return (
    <div className="tl-patch">
      <FixedList items={files}>
        {(file, index) => <PatchFileView file={file} open={file.added + file.removed <= longFile && index < 20} />}
      </FixedList>
    </div>
  );
}

function PatchFileView({ file, open }: { readonly file: PatchFile; readonly open: boolean }): ReactElement {
  const { t } = useView();
  const [opened, toggle] = useToggled('code', file.path, open);
  const marks = { added: '+', removed: '−', same: ' ', note: ' ' } as const;
  return (
    <section className="tl-patch-file" aria-label={file.path}>
      <h4>
        <button type="button" className="tl-group-title" aria-expanded={opened} onClick={toggle}>
          <Icon name="chevron" className={opened ? 'tl-open' : ''} />
          <span className="tl-grid-text">
            {file.renamedFrom !== null && <span className="tl-quiet">{file.renamedFrom} → </span>}
            {file.path}
          </span>
          {file.change !== 'changed' && <span className="tl-tag">{t(file.change)}</span>}
          <span className="tl-added">+{file.added}</span>
          <span className="tl-removed">−{file.removed}</span>
        </button>
      </h4>
      {opened && file.binary && <p className="tl-quiet tl-hint">{t('A binary file.')}</p>}
      {opened && file.hunks.length > 0 && (
        <ScrollRegion className="tl-patch-hunks" aria-label={t('Changes of %1', file.path)}>
          <FixedList items={file.hunks}>
            {(hunk) => (
              <div className="tl-patch-hunk">
                <p className="tl-patch-heading">
                  @@ {hunk.lines.find(({ after }) => after !== null)?.after ?? ''} {hunk.heading}
                </p>
                <FixedList items={hunk.lines}>
                  {(line) => (
                    <div className={`tl-patch-line tl-patch-${line.kind}`}>
                      <span className="tl-patch-number" data-number={line.before ?? ''} />
                      <span className="tl-patch-number" data-number={line.after ?? ''} />
                      <span className="tl-patch-mark">{marks[line.kind]}</span>
                      <span>{line.text}</span>
                    </div>
                  )}
                </FixedList>
              </div>
            )}
          </FixedList>
        </ScrollRegion>
      )}
    </section>
  );
}

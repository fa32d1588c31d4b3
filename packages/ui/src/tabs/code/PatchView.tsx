import { type ReactElement, useState } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { Icon } from '../../components/Icon.tsx';
import { MoreButton } from '../../components/MoreButton.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useToggled } from '../use-choice.ts';
import { firstLines, type PatchFile } from './patch.ts';

/** Maximum number of changed lines of a file that is initially expanded. */
const longFile = 400;

/** Number of files per page. */
const filePage = 200;

/** Number of lines of a file per page. */
const linePage = 2000;

const marks = { added: '+', removed: '−', same: ' ', note: ' ' } as const;

/** Patch of the uncommitted changes to the logged commit. */
export function PatchView({ files }: { readonly files: readonly PatchFile[] }): ReactElement {
  const [shown, setShown] = useState(filePage);
  return (
    <div className="tl-patch">
      <FixedList items={files.slice(0, shown)}>
        {(file, index) => <PatchFileView file={file} open={file.added + file.removed <= longFile && index < 20} />}
      </FixedList>
      <MoreButton total={files.length} shown={shown} pageSize={filePage} row=".tl-patch-file" onShow={setShown} />
    </div>
  );
}

function PatchFileView({ file, open }: { readonly file: PatchFile; readonly open: boolean }): ReactElement {
  const t = useTranslate();
  const [opened, toggle] = useToggled('code', file.path, open);
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
      {opened && file.hunks.length > 0 && <PatchLines file={file} />}
    </section>
  );
}

function PatchLines({ file }: { readonly file: PatchFile }): ReactElement {
  const t = useTranslate();
  const [shown, setShown] = useState(linePage);
  const total = file.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <>
      <ScrollRegion className="tl-patch-hunks" aria-label={t('Changes of %1', file.path)}>
        <FixedList items={firstLines(file.hunks, shown)}>
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
      <MoreButton total={total} shown={shown} pageSize={linePage} row=".tl-patch-line" onShow={setShown} />
    </>
  );
}

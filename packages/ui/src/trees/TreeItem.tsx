import type { HTMLAttributes, ReactElement } from 'react';
import { Icon, type IconName } from '../components/Icon.tsx';
import { MiddleText } from '../components/MiddleText.tsx';
import { type RowEdit, RowEditor } from '../components/RowEditor.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { TreeNode } from './tree-node.ts';
import type { TreeRow } from './tree-rows.ts';

/** Indentation per level in pixels. */
const indentPixels = 14;

/** Row of a virtualized tree. */
export function TreeItem({
  row,
  top,
  current,
  selected,
  edit = null,
  ...rest
}: {
  readonly row: TreeRow;
  /** Offset from the first row in pixels. */
  readonly top: number;
  /** Whether the row is the active descendant. */
  readonly current: boolean;
  readonly selected: boolean;
  /** Edit of the label in this row; `null` if it is not edited. */
  readonly edit?: RowEdit | null;
} & HTMLAttributes<HTMLDivElement>): ReactElement {
  const t = useTranslate();
  const { node, level, expanded, loading } = row;
  const isStarred = node.kind === 'experiment' && node.starred;
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-setsize={row.setSize}
      aria-posinset={row.position}
      aria-expanded={expanded ?? undefined}
      aria-selected={selected}
      aria-busy={loading || undefined}
      data-id={node.id}
      data-kind={node.kind}
      data-state={node.kind === 'experiment' ? node.state : undefined}
      data-starred={isStarred || undefined}
      className={`tl-tree-row${current ? ' tl-current' : ''}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (level - 1) * indentPixels }}
      {...rest}
    >
      <span className="tl-tree-twist" aria-hidden="true">
        {expanded !== null && <Icon name="chevron" className={expanded ? 'tl-open' : ''} />}
      </span>
      <Icon name={loading ? 'refresh' : iconOf(node)} className={loading ? 'tl-spinning' : `tl-kind-${iconOf(node)}`} />
      {isStarred && (
        <span className="tl-tree-star">
          <Icon name="star" />
          <span className="tl-visually-hidden">{t('starred')}</span>
        </span>
      )}
      {edit === null ? <Label node={node} /> : <RowEditor edit={edit} label={t('New name of %1', node.label)} />}
      {edit === null && node.description && <span className="tl-tree-description">{node.description}</span>}
      {node.kind === 'problem' && <span className="tl-tree-badge">{t('Retry')}</span>}
      {node.badge && <span className="tl-tree-badge">{node.badge}</span>}
    </div>
  );
}

/** Kinds of nodes whose label is a sentence. It is shortened at its end; a name in its middle. */
const messageKinds: ReadonlySet<TreeNode['kind']> = new Set(['empty', 'problem', 'more']);

function Label({ node: { kind, label } }: { readonly node: TreeNode }): ReactElement {
  if (messageKinds.has(kind)) return <span className="tl-tree-label">{label}</span>;
  return <MiddleText className="tl-tree-label" text={label} />;
}

/** Returns the icon of a node: by state for an experiment, by kind for everything else. */
function iconOf(node: TreeNode): IconName {
  if (node.kind === 'connection') return 'workspace';
  return node.kind === 'experiment' ? node.state : node.kind;
}

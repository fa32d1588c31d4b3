import type { API } from '@tracklens/core/browser';
import type { Target, ThemeKind } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import type { Translate } from '../text/translate.ts';

/** What `mountQueryPanel` hands to the panel. */
export interface QueryPanelProps {
  readonly api: API;
  readonly initial: { readonly workspace: string; readonly projectName: string; readonly query?: string } | null;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly theme: ThemeKind;
  readonly t: Translate;
}

/** Finds experiments by a query. */
export function QueryPanel(_: QueryPanelProps): ReactElement {
  return <div className="tl-query" />;
}

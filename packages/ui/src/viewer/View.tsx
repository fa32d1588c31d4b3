import type { API } from '@tracklens/core/browser';
import type { Host, Target, ThemeKind, ViewPayload, ViewState } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import type { ViewLayout } from '../mount-view.tsx';
import type { Translate } from '../text/translate.ts';

/** What `mountView` hands to the views. */
export interface ViewProps {
  readonly payload: ViewPayload | null;
  readonly target: Target | null;
  readonly api: API | null;
  readonly host: Host;
  readonly layout: ViewLayout;
  readonly url: string | null;
  readonly initialState: ViewState;
  readonly stateGiven: number;
  readonly onState: (state: ViewState) => void;
  readonly t: Translate;
  readonly theme: ThemeKind;
  readonly pollMillis: number;
}

/** The view of a target. */
export function View(props: ViewProps): ReactElement {
  return <div className="tl-view" data-theme={props.theme} />;
}

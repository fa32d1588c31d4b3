import type { Host, Target, ThemeKind, ViewPayload } from '@tracklens/core/display';
import { type ReactElement, Suspense, useMemo, useReducer, useRef, useState } from 'react';
import { HoverBus } from '../charts/index.ts';
import { Boundary } from '../components/Boundary.tsx';
import { Icon } from '../components/Icon.tsx';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Loading, Problem } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useKeyedState } from '../components/use-keyed-state.ts';
import { useVisible } from '../live/use-visible.ts';
import { failure } from '../source/failure.ts';
import type { LiveSource } from '../source/live-source.ts';
import type { OfflineReason } from '../source/offline-reason.ts';
import { snapshotSource } from '../source/snapshot-source.ts';
import { ViewActivityContext, ViewContext, type ViewContextValue } from '../view/view-context.ts';
import type { ViewLayout } from '../view/view-layout.ts';
import type { ViewStateStore } from '../view/view-state-store.ts';
import { ExperimentView } from './ExperimentView.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';

// Loaded lazily, because the view of an experiment needs neither.
const ProjectView = lazyWithRetry(async () => (await import('../project/ProjectView.tsx')).ProjectView);
const ModelView = lazyWithRetry(async () => (await import('../model/ModelView.tsx')).ModelView);

/** Properties that `mountView` passes to the views. */
export interface ViewProps {
  readonly payload: ViewPayload | null;
  readonly target: Target | null;
  readonly live: LiveSource | null;
  /** Reason why there is no connection; `null` with one, or if it is just missing. */
  readonly offlineReason: OfflineReason | null;
  readonly host: Host;
  readonly layout: ViewLayout;
  readonly url: string | null;
  readonly store: ViewStateStore;
  /** Called with the height that the user has chosen in a cell. */
  readonly onHeight: ((height: number | undefined) => void) | undefined;
  readonly theme: ThemeKind;
  /** Default: 5000. */
  readonly pollMillis: number | undefined;
}

const defaultPollMillis = 5000;

/** View of a target: chooses the data source and the component to render. */
export function View(props: ViewProps): ReactElement {
  const t = useTranslate();
  const {
    host,
    live,
    payload,
    target,
    offlineReason,
    store,
    theme,
    layout,
    url,
    pollMillis = defaultPollMillis,
  } = props;
  const element = useRef<HTMLDivElement>(null);
  const visible = useVisible(element);
  const [hover] = useState(() => new HoverBus());
  const [refreshes, refresh] = useReducer((count: number) => count + 1, 0);
  const snapshot = payload?.snapshot ?? null;
  const saved = useMemo(
    () => (snapshot === null ? null : snapshotSource(snapshot, offlineReason)),
    [snapshot, offlineReason],
  );
  const view = useMemo<ViewContextValue>(
    () => ({
      host,
      live,
      saved,
      offlineReason,
      snapshot,
      store,
      theme,
      layout,
      target,
      url,
      pollMillis,
      hover,
      refresh,
    }),
    [host, live, saved, offlineReason, snapshot, store, theme, layout, target, url, pollMillis, hover],
  );
  const activity = useMemo(() => ({ visible, refreshes }), [visible, refreshes]);

  const isCell = layout === 'cell';
  const [height, setHeight] = useKeyedState(payload, isCell ? payload?.height : undefined);
  return (
    <ViewContext.Provider value={view}>
      <ViewActivityContext.Provider value={activity}>
        <div
          ref={element}
          className="tl-root tl-view"
          data-theme={theme}
          data-layout={layout}
          data-sized={height !== undefined || undefined}
          style={height === undefined ? undefined : { height }}
        >
          {offlineReason !== null && (live ?? snapshot) !== null && <OfflineNotice reason={offlineReason} />}
          <Boundary>
            <Suspense fallback={<Loading label={t('Loading the view…')} rows={8} />}>
              {target === null ? <Problem failure={noTarget} /> : contentOf(target, view)}
            </Suspense>
          </Boundary>
        </div>
        {isCell && (
          <ResizeHandle
            element={element}
            height={height}
            onResize={setHeight}
            onResized={props.onHeight}
            theme={theme}
          />
        )}
      </ViewActivityContext.Provider>
    </ViewContext.Provider>
  );
}

const noTarget = failure(
  'invalid',
  'This view has no valid target.',
  'Open it again from the tree or run its cell again.',
);
const noData = failure(
  'unreachable',
  'There is no connection to the service, and no saved snapshot.',
  'Sign in or start the service, then open this again.',
);

/** Shown instead of a view that has no connection for a known reason, and no saved copy. */
function NoCopy({ reason: { remedy, action } }: { readonly reason: OfflineReason }): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-notice tl-notice-problem" role="alert" data-failure="not-found">
      <p className="tl-notice-title">{t('This output contains no saved snapshot.')}</p>
      <p>{t(remedy)}</p>
      {action && (
        <button type="button" className="tl-button" onClick={action.run}>
          {t(action.title)}
        </button>
      )}
    </div>
  );
}

/** Explains why only the saved copy is shown, with a link to the service. */
function OfflineNotice({ reason }: { readonly reason: OfflineReason }): ReactElement {
  const t = useTranslate();
  const { message, action } = reason;
  return (
    <div className="tl-banner tl-banner-quiet" role="status">
      <Icon name="saved" />
      <span>{t(message)}</span>
      {action && (
        <button type="button" className="tl-button" onClick={action.run}>
          {t(action.title)}
        </button>
      )}
    </div>
  );
}

function contentOf(target: Target, { live, saved, offlineReason }: ViewContextValue): ReactElement {
  if (live === null && saved === null) {
    return offlineReason === null ? <Problem failure={noData} /> : <NoCopy reason={offlineReason} />;
  }
  switch (target.kind) {
    case 'experiment':
      return <ExperimentView key={target.experimentKey} target={target} />;
    case 'project':
    case 'query':
      return <ProjectView key={JSON.stringify(target)} target={target} />;
    case 'model':
      return <ModelView key={`${target.workspace}/${target.modelName}`} target={target} />;
  }
}

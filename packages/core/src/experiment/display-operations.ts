import type { ChartOptions } from '../charts/chart-options.ts';
import { anything, flag, number, text } from '../client/argument.ts';
import type { Connection, OperationOptions } from '../client/connection.ts';
import { isRestApiException } from '../client/errors.ts';
import { defineOperations, type OperationContext, type OperationTable } from '../client/operation.ts';
import { contract } from '../contract/index.ts';
import type { Displayed, DisplayHost, DisplayOptions, MimeBundle } from '../display/display-host.ts';
import { nearest } from '../query/nearest.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import { experimentPage, projectPage } from '../targets/link.ts';
import { isTab, type Tab, tabs } from '../targets/tabs.ts';
import type { Target } from '../targets/target.ts';
import type { ViewState } from '../targets/view-state.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import type { SnapshotOptions } from './snapshot-options.ts';
import { knownMetadata } from './state-operations.ts';

/** Operations that display an experiment and its project. */
export interface DisplayOperations {
  /**
   * Displays the experiment: in the output of a notebook cell, else its page in a browser.
   * @throws RestApiException `invalid` for an unknown tab or option of charts
   */
  display(
    options?: DisplayOptions &
      OperationOptions & {
        /** Tab to open. */
        readonly tab?: Tab | undefined;
        /** Options of the charts in the output of a cell. */
        readonly charts?: ChartOptions | undefined;
      },
  ): Promise<void>;
  /**
   * Returns the notebook output that `display` emits in a kernel, by MIME type: a live view, static HTML and text. For
   * kernels and programs that emit outputs themselves.
   * @throws RestApiException `invalid` for an unknown tab or option of charts
   */
  mimeBundle(
    options?: OperationOptions & {
      /** Tab to open. */
      readonly tab?: Tab | undefined;
      /** Options of the charts. */
      readonly charts?: ChartOptions | undefined;
    },
  ): Promise<MimeBundle>;
  /**
   * Displays the experiment's project, optionally in a named view.
   * @throws RestApiException `invalid` for an unknown option of charts
   */
  displayProject(
    options?: DisplayOptions &
      OperationOptions & {
        /** Id of the named view to open. */
        readonly viewId?: string | undefined;
        /** Options of the charts in the output of a cell. They override those of the view. */
        readonly charts?: ChartOptions | undefined;
      },
  ): Promise<void>;
}

/** Environment in which `display` is called. */
export interface DisplayEnvironment {
  /** Returns the host on which things are displayed. */
  host(connection: Connection): DisplayHost;
  /** Takes a snapshot of a target. */
  snapshotOf(connection: Connection, target: Target, options: SnapshotOptions): Promise<Snapshot>;
}

type Context = OperationContext<ExperimentSubject>;

const displayChecks = { clear: flag, wait: flag, autoraise: flag, new: number };

/** @throws RestApiException `invalid` for an unknown tab */
function checkTab({ failure }: Context, tab: Tab | undefined): void {
  if (tab === undefined || isTab(tab)) return;
  const [near] = nearest(String(tab), tabs, 1);
  const meant = near === undefined ? '' : ` (did you mean ${JSON.stringify(near)}?)`;
  throw failure('invalid', `${JSON.stringify(tab)} is not a tab${meant}; use one of ${tabs.join(', ')}`);
}

/**
 * Returns the state of the project's view, so that a saved output shows the same view: the view with this id, else
 * the project's default view. Null when there is no such view or the service does not support views.
 */
async function arrangement(
  { call }: Context,
  query: { readonly workspaceName: string; readonly projectName: string },
  viewId: string | undefined,
): Promise<ViewState | null> {
  try {
    const { views } = await call(contract.projects.views, { query });
    const view = views.find((one) => (viewId === undefined ? one.isDefault : one.viewId === viewId));
    if (view === undefined) return null;
    // Lazy import: only outputs need it, so browser bundles do not load it.
    const { isNewerViewState, readViewState } = await import('../targets/view-state.ts');
    return isNewerViewState(view.state) ? null : { ...readViewState(view.state), view: view.viewId };
  } catch (error) {
    if (isRestApiException(error) && error.code !== 'aborted') return null;
    throw error;
  }
}

type StateReader = NonNullable<Displayed['state']>;

/**
 * Returns the state of a view with options of its charts.
 * @throws RestApiException `invalid` for an unknown option or value
 */
async function withCharts(
  { failure }: Context,
  charts: ChartOptions | undefined,
  state?: StateReader,
): Promise<{ readonly state?: StateReader }> {
  if (charts === undefined) return state === undefined ? {} : { state };
  const { checkedChartOptions } = await import('../targets/checked-chart-options.ts');
  const checked = checkedChartOptions(charts, (reason) => failure('invalid', reason));
  return {
    async state() {
      const base = await state?.();
      return { version: 1, ...base, charts: { ...base?.charts, ...checked } };
    },
  };
}

/** Returns the definitions of the operations that display an experiment, for an environment. */
export function displayOperations(
  environment: DisplayEnvironment,
): OperationTable<DisplayOperations, ExperimentSubject> {
  /** Adds the snapshot to what is displayed. */
  function withSnapshot({ signal, subject }: Context, displayed: Omit<Displayed, 'snapshot'>): Displayed {
    const snapshot = (state: ViewState) =>
      environment.snapshotOf(subject.connection, displayed.target, { state, signal });
    return { ...displayed, snapshot };
  }

  /** Returns the display of the experiment. */
  async function experimentDisplay(
    context: Context,
    tab: Tab | undefined,
    charts: ChartOptions | undefined,
  ): Promise<Displayed> {
    checkTab(context, tab);
    const arranged = await withCharts(context, charts);
    const { connection, key: experimentKey } = context.subject;
    const url = experimentPage(connection.url, await knownMetadata(context), tab);
    const target: Target = { kind: 'experiment', experimentKey, ...(tab === undefined ? {} : { tab }) };
    return withSnapshot(context, { target, url, ...arranged });
  }

  async function show(
    host: DisplayHost,
    displayed: Displayed,
    { clear = false, wait = true, new: window = 0, autoraise = true }: DisplayOptions,
  ): Promise<void> {
    await host.show(displayed, { clear, wait, new: window, autoraise });
  }

  return defineOperations<DisplayOperations, ExperimentSubject>({
    display: {
      options: { ...displayChecks, tab: anything, charts: anything },
      async run(context, { tab, charts, ...options }) {
        // Before the first request, because some kernels find the current cell only now.
        const host = environment.host(context.subject.connection);
        await show(host, await experimentDisplay(context, tab, charts), options);
      },
    },
    mimeBundle: {
      options: { tab: anything, charts: anything },
      async run(context, { tab, charts }) {
        // Lazy import: only notebooks need it, so browser bundles do not load it.
        const { mimeBundleOf } = await import('../display/mime-bundle.ts');
        return await mimeBundleOf(await experimentDisplay(context, tab, charts));
      },
    },
    displayProject: {
      options: { ...displayChecks, viewId: text, charts: anything },
      async run(context, { viewId, charts, ...options }) {
        const host = environment.host(context.subject.connection);
        const { workspaceName, projectName, projectId } = await knownMetadata(context);
        const view = viewId === undefined ? {} : { viewId };
        const target: Target = { kind: 'project', workspace: workspaceName, projectName, ...view };
        const url = projectPage(context.subject.connection.url, projectId, viewId);
        const state = () => arrangement(context, { workspaceName, projectName }, viewId);
        const arranged = await withCharts(context, charts, state);
        await show(host, withSnapshot(context, { target, url, ...arranged }), options);
      },
    },
  });
}

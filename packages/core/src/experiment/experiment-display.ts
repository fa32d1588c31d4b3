import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { isRestApiException, RestApiException } from '../client/errors.ts';
import { contract } from '../contract/index.ts';
import type { Displayed, DisplayHost, DisplayOptions } from '../display/display-host.ts';
import { nearest } from '../query/nearest.ts';
import type { Snapshot } from '../snapshots/view-payload.ts';
import { experimentPage, projectPage } from '../targets/link.ts';
import { isTab, type Tab, tabs } from '../targets/tabs.ts';
import type { Target } from '../targets/target.ts';
import { isNewerViewState, readViewState, type ViewState } from '../targets/view-state.ts';
import { ExperimentAsJson } from './experiment-json.ts';
import type { SnapshotOptions } from './snapshot-options.ts';

function withDefaults(options: DisplayOptions): Required<DisplayOptions> {
  const { clear = false, wait = true, new: window = 0, autoraise = true } = options;
  return { clear, wait, new: window, autoraise };
}

/** Displays an experiment and its project. */
export abstract class ExperimentDisplay extends ExperimentAsJson {
  /** Returns the host on which `display` shows things. */
  protected abstract displayHost(): DisplayHost;
  /** Takes a snapshot of a target over this experiment's connection. */
  protected abstract snapshotOf(target: Target, options: SnapshotOptions): Promise<Snapshot>;

  /**
   * Displays the experiment: in the output of a notebook cell, else its page in a browser.
   * @throws RestApiException `invalid` for an unknown tab
   */
  async display(options: DisplayOptions & OperationOptions & { readonly tab?: Tab } = {}): Promise<void> {
    const { tab, signal } = options;
    if (tab !== undefined && !isTab(tab)) {
      const [near] = nearest(String(tab), tabs, 1);
      const meant = near === undefined ? '' : ` (did you mean ${JSON.stringify(near)}?)`;
      const reason = `${JSON.stringify(tab)} is not a tab${meant}; there are ${tabs.join(', ')}`;
      throw RestApiException.from({ code: 'invalid', operation: 'display', reason });
    }
    const metadata = await this.metadata({ signal });
    const target: Target = { kind: 'experiment', experimentKey: this.key, ...(tab === undefined ? {} : { tab }) };
    const displayed: Displayed = {
      target,
      url: experimentPage(this.connection.url, metadata, tab),
      snapshot: (state) => this.snapshotOf(target, { state, signal }),
    };
    await this.displayHost().show(displayed, withDefaults(options));
  }

  /** Displays the experiment's project, optionally in a named view. */
  async displayProject(options: DisplayOptions & OperationOptions & { readonly viewId?: string } = {}): Promise<void> {
    const { viewId, signal } = options;
    const { workspaceName, projectName, projectId } = await this.metadata({ signal });
    const view = viewId === undefined ? {} : { viewId };
    const target: Target = { kind: 'project', workspace: workspaceName, projectName, ...view };
    const displayed: Displayed = {
      target,
      url: projectPage(this.connection.url, projectId, viewId),
      state: () => this.arrangement(workspaceName, projectName, viewId, { signal }),
      snapshot: (state) => this.snapshotOf(target, { state, signal }),
    };
    await this.displayHost().show(displayed, withDefaults(options));
  }

  /**
   * Returns the state of the project's view, so that a saved output shows the same view: the view with this id, else
   * the project's default view. Null when there is no such view or the service does not support views.
   */
  private async arrangement(
    workspaceName: string,
    projectName: string,
    viewId: string | undefined,
    options: OperationOptions,
  ): Promise<ViewState | null> {
    try {
      const query = { workspaceName, projectName };
      const { views } = await this.connection.call('displayProject', contract.projects.views, { query }, options);
      const view = views.find((one) => (viewId === undefined ? one.isDefault : one.viewId === viewId));
      return view && !isNewerViewState(view.state) ? { ...readViewState(view.state), view: view.viewId } : null;
    } catch (error) {
      if (isRestApiException(error) && error.code !== 'aborted') return null;
      throw error;
    }
  }
}

operations(ExperimentDisplay.prototype, {
  display: [],
  displayProject: [],
});

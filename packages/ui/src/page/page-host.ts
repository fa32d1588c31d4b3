import { type API, APIExperiment } from '@tracklens/core/browser';
import type { Host, ParentProject, Target } from '@tracklens/core/display';
import { browserStorage } from '../source/browser-storage.ts';
import { failureOf, messageText, remedyText } from '../source/failure.ts';
import { english } from '../text/translate.ts';
import type { Notices } from './notices.ts';
import type { PageServing } from './page-element.ts';
import { systemTheme } from './page-theme.ts';
import { addressOf, startAddress } from './route.ts';
import type { Router } from './router.ts';

/** Returns the project of the current address, if it is that of a project or query. */
function currentProject({ visit: { route } }: Router): ParentProject | null {
  return route.kind === 'target' && (route.target.kind === 'project' || route.target.kind === 'query')
    ? { workspace: route.target.workspace, projectName: route.target.projectName }
    : null;
}

/** Returns the address of a target. If the project of an experiment is unknown, its metadata is requested. */
async function addressOfTarget(api: API, target: Target, parent: ParentProject | null): Promise<string> {
  const known = addressOf({ kind: 'target', target, parent });
  if (known !== null || target.kind !== 'experiment') return known ?? startAddress;
  const { workspaceName, projectName, archived } = await new APIExperiment({
    api,
    previousExperiment: target.experimentKey,
  }).getMetadata();
  return (
    addressOf({ kind: 'target', target, parent: { workspace: workspaceName, projectName, archived } }) ?? startAddress
  );
}

/** Creates the host of the page: targets open at their addresses, in this tab or a new one. */
export function pageHost(api: API, router: Router, notices: Notices, serving: PageServing): Host {
  const openTab = (url: string) => window.open(url, '_blank', 'noopener,noreferrer');
  let last: Target | null = null;
  return {
    open(target, { newPanel }) {
      const { arrival } = router.visit;
      if (!newPanel) last = target;
      addressOfTarget(api, target, currentProject(router)).then(
        (address) => {
          if (newPanel) openTab(address);
          // The user may have gone elsewhere while the address was read.
          else if (last === target && router.visit.arrival === arrival) router.go(address);
        },
        (error) => {
          const failure = failureOf(error);
          notices.add({ message: messageText(failure, english), remedy: remedyText(failure, english) });
        },
      );
    },
    openExternal: openTab,
    address: () => location.href,
    storage: browserStorage,
    // Pages of several services can have one origin behind a Jupyter server.
    connection: serving.root,
    ...(serving.isBehindJupyter ? { readOnly: true } : {}),
    report: ({ message, remedy }) => notices.add({ message, remedy }),
    theme: systemTheme(),
  };
}

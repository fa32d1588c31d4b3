import type { ParentProject, Target, ViewState } from '@tracklens/core/display';
import { shownTarget, targetIdentity } from '@tracklens/core/display';
import { type ReactElement, useEffect, useRef } from 'react';
import { useEvent } from '../components/use-event.ts';
import { type MountedView, mountView } from '../mount-view.tsx';
import { usePage } from './page-context.ts';
import { addressOf } from './route.ts';
import type { Visit } from './router.ts';

/**
 * View at its address. The tab of an experiment and the named view of a project are part of the address; the rest of
 * the view state is stored in the history entry.
 */
export function TargetPage({
  target,
  parent,
  visit,
}: {
  readonly target: Target;
  readonly parent: ParentProject | null;
  readonly visit: Visit;
}): ReactElement {
  const { api, host, router } = usePage();
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MountedView | null>(null);
  const identity = targetIdentity(target.kind === 'project' ? { ...target, viewId: undefined } : target);
  const onStateChange = useEvent((state: ViewState) => {
    const next = shownTarget(target, state);
    const address = next === target ? null : addressOf({ kind: 'target', target: next, parent });
    if (address === null) router.keep(state);
    else router.go(address, { cause: 'view', state });
  });
  // A new target needs a new view; a new tab or state does not.
  const mount = useEvent(() =>
    mountView(element.current!, { ...shown({ target, visit }), api, host, layout: 'panel', onStateChange }),
  );
  useEffect(() => {
    const mounted = mount();
    view.current = mounted;
    return () => mounted.dispose();
  }, [identity, api, host, router, mount]);

  const update = useEvent(() => view.current?.update(shown({ target, visit })));
  const drawn = useRef(visit.id);
  useEffect(() => {
    if (drawn.current === visit.id) return;
    drawn.current = visit.id;
    if (visit.cause !== 'view') update();
  }, [visit, update]);
  return <div ref={element} className="tl-page-view" />;
}

/** Moves the tab from the target, which reflects the address, to the view state. */
function shown({ target, visit: { state } }: { target: Target; visit: Visit }) {
  if (target.kind !== 'experiment') return { target, state };
  const { tab, ...rest } = target;
  const { tab: _, ...others } = state;
  return { target: rest, state: tab === undefined ? others : { ...others, tab } };
}

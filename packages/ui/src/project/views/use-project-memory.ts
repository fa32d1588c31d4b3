import type { Target } from '@tracklens/core/display';
import { useEffect, useMemo, useRef } from 'react';
import { useEvent } from '../../components/use-event.ts';
import { useReadOnce } from '../../live/use-read-once.ts';
import { useView } from '../../view/view-context.ts';
import {
  changedMemory,
  memoryKey,
  noMemory,
  type ProjectMemories,
  type ProjectMemory,
  projectMemories,
} from './project-memory.ts';

/** Memory of the project that a view shows. */
export interface OpenMemory {
  /** Whether the host stores what the user arranges. */
  readonly isStored: boolean;
  /** Memory when the view was opened; undefined until it is read. */
  readonly initial: ProjectMemory | undefined;
  /** Returns the memory after the last change. */
  latest(): ProjectMemory;
  /** Deletes the memory. */
  forget(): void;
  /** Remembers the changes from now on: the initial arrangement has been determined. Called in an effect. */
  observe(): void;
}

/**
 * Returns the memory of a project in a panel whose host stores texts. An output contains its own arrangement and
 * remembers nothing.
 */
export function useProjectMemory(target: Extract<Target, { kind: 'project' | 'query' }>): OpenMemory {
  const { host, layout, store } = useView();
  const storage = layout === 'panel' ? host.storage : undefined;
  const memories = useMemo(() => (storage === undefined ? null : projectMemories(storage)), [storage]);
  const key = memoryKey(host.connection, target);
  const read = useReadOnce<ProjectMemories, ProjectMemory | undefined>(memories, undefined, (from) => from.read(key));
  const initial = memories === null ? noMemory : read.data;
  const memory = useRef<ProjectMemory | null>(null);
  const write = useEvent((next: ProjectMemory) => {
    memory.current = next;
    // A host that cannot store it opens the project with its defaults.
    memories?.write(key, next).catch(() => {});
  });
  useEffect(() => {
    let last = store.state;
    return store.subscribe(() => {
      const before = last;
      last = store.state;
      if (memory.current === null) return;
      const next = changedMemory(memory.current, before, last);
      if (JSON.stringify(next) !== JSON.stringify(memory.current)) write(next);
    });
  }, [store, write]);
  return {
    isStored: memories !== null,
    initial,
    latest: useEvent(() => memory.current ?? noMemory),
    forget: useEvent(() => write(noMemory)),
    observe: useEvent(() => {
      memory.current ??= initial ?? null;
    }),
  };
}

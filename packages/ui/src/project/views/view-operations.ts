import type { ViewState } from '@tracklens/core/display';
import type { NamedView, ViewedProject, ViewStorage } from '../../source/named-view.ts';
import type { NamedViews } from './named-views-state.ts';

/** Dependencies of the operations on named views. */
export interface ViewOperationsOptions {
  readonly storage: ViewStorage;
  readonly project: ViewedProject;
  /** Returns the state that is saved. */
  arrangement(): ViewState;
  readonly current: NamedView | null;
  /** Called with the id of the view that the state is now based on. */
  onCurrent(id: string | null): void;
  /** Called with the id of a new view. */
  onMade(id: string): void;
  /** Called after each change. */
  onChanged(): void;
}

/** Returns the operations that change the stored views of a project. */
export function viewOperations({
  storage,
  project,
  arrangement,
  current,
  onCurrent,
  onMade,
  onChanged,
}: ViewOperationsOptions): Pick<NamedViews, 'save' | 'saveAs' | 'rename' | 'setDefault' | 'remove'> {
  return {
    async save() {
      if (current === null) return;
      await storage.save(project, { id: current.id, state: arrangement() });
      onChanged();
    },
    async saveAs(name) {
      const { id } = await storage.save(project, { name, state: arrangement() });
      onMade(id);
      onCurrent(id);
      onChanged();
    },
    async rename(view, name) {
      await storage.save(project, { id: view.id, name });
      onChanged();
    },
    async setDefault(view, isDefault) {
      await storage.save(project, { id: view.id, isDefault });
      onChanged();
    },
    async remove(view) {
      await storage.remove(project, view.id);
      if (view.id === current?.id) onCurrent(null);
      onChanged();
    },
  };
}

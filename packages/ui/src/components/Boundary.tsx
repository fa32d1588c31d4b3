import { reasonOf } from '@tracklens/core/client';
import { Component, type ReactNode } from 'react';
import { failure } from '../source/failure.ts';
import { RenderAttempt } from './lazy-with-retry.tsx';
import { Problem } from './Notice.tsx';

/** Error boundary of a view: an error while rendering does not affect the notebook, panel or page around it. */
export class Boundary extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown; readonly failed: boolean; readonly attempt: number }
> {
  override state = { error: null as unknown, failed: false, attempt: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render(): ReactNode {
    const { error, failed, attempt } = this.state;
    if (!failed) return <RenderAttempt.Provider value={attempt}>{this.props.children}</RenderAttempt.Provider>;
    const message = reasonOf(error);
    return (
      <Problem
        failure={failure('internal', 'This view could not be rendered.', message)}
        onRetry={() => this.setState({ error: null, failed: false, attempt: attempt + 1 })}
      />
    );
  }
}

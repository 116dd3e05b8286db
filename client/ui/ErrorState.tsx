import type { ReactNode } from 'react'
import { hubAwayText } from '../connection/connectionState.ts'
import { Button } from './Button.tsx'
import { EmptyState, type PictureName } from './EmptyState.tsx'

interface ErrorStateProps {
  /** What failed, or is missing. */
  readonly title: string
  readonly picture?: PictureName
  /** Tries again; left out where that is of no use. */
  readonly onRetry?: (() => void) | undefined
  /** What helps. */
  readonly children?: ReactNode
}

/** Shown where the content cannot be: what failed, and what to do about it. Screen readers announce it. */
export const ErrorState = ({ title, picture = 'compass', onRetry, children }: ErrorStateProps) => (
  <div role="alert">
    <EmptyState picture={picture} title={title}>
      {children}
      {onRetry ? (
        <p>
          <Button onClick={onRetry}>Retry</Button>
        </p>
      ) : null}
    </EmptyState>
  </div>
)

/** Shown in place of content that has not arrived while the hub is away. */
export const OfflineState = () => (
  <div role="status">
    <EmptyState picture="mast" title={hubAwayText}>
      <p>This page opens as soon as the hub answers.</p>
    </EmptyState>
  </div>
)

/** Shown until the hub says who is signed in. */
export const CheckingAuthentication = () => (
  <div role="status" data-loading>
    <EmptyState picture="lantern" title="Checking authentication..." />
  </div>
)

/** Shown to a user without the permission for a page. @param name the label of the permission */
export const NeedsPermission = ({ name, children }: { readonly name: string; readonly children?: ReactNode }) => (
  <EmptyState picture="gate" title={`You need “${name}” to open this page.`}>
    {children}
  </EmptyState>
)

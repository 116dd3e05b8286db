import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface FaultBoundaryProps {
  readonly children: ReactNode
}

/** Shown in place of a screen that threw: the frame around it stays, with a button that reloads. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fallen: boolean }> {
  override state = { fallen: false }

  static getDerivedStateFromError() {
    return { fallen: true }
  }

  override render() {
    if (!this.state.fallen) return this.props.children
    return (
      <main>
        <EmptyState picture="mast" title="Something went wrong.">
          <Button tone="main" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </main>
    )
  }
}

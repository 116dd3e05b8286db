import { Component, type ReactNode } from 'react'
import { Blank } from '../ui/Blank.tsx'

interface FaultBoundaryProps {
  readonly children: ReactNode
}

/** What stands in place of a screen that fell over: the frame around it stays, and a reload is one press away. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fallen: boolean }> {
  override state = { fallen: false }

  static getDerivedStateFromError() {
    return { fallen: true }
  }

  override render() {
    if (!this.state.fallen) return this.props.children
    return (
      <main>
        <Blank picture="mast" title="This page fell over">
          <p>The fault is in the page, not on the island. Reload to stand it up again.</p>
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </Blank>
      </main>
    )
  }
}

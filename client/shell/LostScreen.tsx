import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ActionLink, Button } from '../ui/Button.tsx'
import { EmptyState, Picture } from '../ui/EmptyState.tsx'
import styles from './LostScreen.module.css'

/** Shown at an address without a screen. */
export function LostScreen() {
  const [here] = useLocation()
  return (
    <main className={styles.lost}>
      <Picture name="compass" />
      <h1>{lostTitle}</h1>
      <p>
        There is no page at <code>{here}</code>. The address may be old or mistyped.
      </p>
      <ActionLink tone="main" href="/map">
        Open the live map
      </ActionLink>
    </main>
  )
}

/** Also the title of the window. */
export const lostTitle = 'Page not found'

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

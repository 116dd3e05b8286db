import { Component, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Picture } from '../ui/EmptyState.tsx'
import styles from './LostScreen.module.css'

/** Shown for an unknown address. */
export function LostScreen() {
  const [here] = useLocation()
  return (
    <main className={styles.lost}>
      <Picture name="compass" />
      <h1>Off the map</h1>
      <p>
        There is no page at <code>{here}</code>. The address may be old or mistyped.
      </p>
      <Link href="/map" className={styles.back}>
        Back to the live map
      </Link>
    </main>
  )
}

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

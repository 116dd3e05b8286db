import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ActionLink, Button } from '../ui/Button.tsx'
import { EmptyState, Picture } from '../ui/EmptyState.tsx'
import styles from './LostScreen.module.css'

/** The places of the specification that later releases build. Their addresses are valid already, and say so. */
const laterPlaces: Readonly<Record<string, string>> = {
  '/leaderboards': 'Leaderboards',
  '/information': 'Information',
  '/owner-panel': 'Owner panel',
}

/** The title of the window at an address that has no screen. */
export const screenlessTitle = (address: string) => laterPlaces[address] ?? 'Page not found'

/** Shown at an address without a screen: an unknown one, or one whose page is not built yet. */
export function LostScreen() {
  const [here] = useLocation()
  const later = laterPlaces[here]
  return (
    <main className={styles.lost}>
      <Picture name={later ? 'lantern' : 'compass'} />
      <h1>{screenlessTitle(here)}</h1>
      {later ? (
        <p>This page isn't available yet.</p>
      ) : (
        <p>
          There is no page at <code>{here}</code>. The address may be old or mistyped.
        </p>
      )}
      <ActionLink tone="main" href="/map">
        Open the live map
      </ActionLink>
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

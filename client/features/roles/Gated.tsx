import { useAtomValue } from 'jotai'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { accessAtom, connectionAtom, helloAtom, type Principal } from '../../connection/connectionState.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EmptyPage, Page } from '../../ui/Page.tsx'
import { shownPrincipalAtom } from './elevation.ts'
import styles from './Gated.module.css'
import {
  holdersOf,
  type PersonalPermission,
  permissionLabels,
  permissionStatus,
  withArticle,
} from './permissionLabels.ts'

interface GatedProps {
  readonly needs: PersonalPermission
  /** The label of the control. */
  readonly name: string
  /** The control itself, shown with the permission. */
  readonly children: ReactNode
}

/** A control for principals with a permission; others see its label, disabled, and on hover and focus what is missing. */
export function Gated({ needs, name, children }: GatedProps) {
  const { principal, may } = useAtomValue(accessAtom)
  const [isHidden, setHidden] = useState(false)
  const id = useId()
  if (may.includes(needs)) return children
  const missing = principal
    ? `${permissionStatus(needs, { role: principal.role, may }).reason} An owner can give it to your account.`
    : 'Sign in first.'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows the tooltip again after pointer or focus have left
    <span className={styles.gated} onPointerLeave={() => setHidden(false)} onBlur={() => setHidden(false)}>
      {/* Not `disabled`, since it must be focusable to show what is missing. */}
      <button
        type="button"
        className={styles.shut}
        aria-disabled="true"
        aria-describedby={id}
        onKeyDown={({ key }) => key === 'Escape' && setHidden(true)}
      >
        {name}
      </button>
      <span id={id} role="tooltip" className={styles.why} data-hushed={isHidden || undefined}>
        Needs “{permissionLabels[needs].name}”. {missing}
      </span>
    </span>
  )
}

interface GatedPageProps {
  readonly title: string
  readonly lead: string
  readonly needs: PersonalPermission
  /** The action on this page that needs an answer of the hub at once: `making a token`. */
  readonly needsHubFor?: string
  readonly wide?: boolean
  readonly children: (principal: Principal) => ReactNode
}

/** A page for principals with a permission; others see what is missing. */
export function GatedPage({ needs, children, ...frame }: GatedPageProps) {
  const hello = useAtomValue(helloAtom)
  const principal = useAtomValue(shownPrincipalAtom)
  const { title } = frame
  if (!hello)
    return (
      <EmptyPage title={title}>
        <BeforeHello />
      </EmptyPage>
    )
  // While a session is elevated there is a principal to show, though the hub knows a guest.
  const isOpen = hello.principal === null || hello.may.includes(needs)
  if (!principal || !isOpen)
    return (
      <EmptyPage title={title}>
        <NotOpen principal={principal} needs={needs} />
      </EmptyPage>
    )
  return (
    <Page {...frame}>
      {/* Another principal gets new components, so that no state of the one before stays. */}
      <Fragment key={principal.id}>{children(principal)}</Fragment>
    </Page>
  )
}

function BeforeHello() {
  const { name } = useAtomValue(connectionAtom)
  return name === 'stale' ? (
    <EmptyState picture="mast" title="The hub does not answer">
      <p>This page goes on calling. Nothing is lost.</p>
    </EmptyState>
  ) : (
    <div role="status">
      <EmptyState picture="lantern" title="Checking authentication..." />
    </div>
  )
}

interface NotOpenProps {
  readonly principal: Principal | null
  readonly needs: PersonalPermission
}

function NotOpen({ principal, needs }: NotOpenProps) {
  if (!principal)
    return (
      <EmptyState picture="gate" title="Sign in first">
        <p>This page is about your own account. Sign in at the top, and it opens.</p>
      </EmptyState>
    )
  return (
    <EmptyState picture="gate" title="Not open to you">
      {principal.session?.viewing ? (
        <p>You see the site as {withArticle(principal.session.viewing)}, and this page is not there for them.</p>
      ) : (
        <p>
          What is missing is the permission “{permissionLabels[needs].name}”, which {holdersOf(needs)} have.
        </p>
      )}
    </EmptyState>
  )
}

/** Why nothing can be changed while the site is viewed as a role; null otherwise. */
export function useWhyViewing(): string | null {
  const viewing = useAtomValue(accessAtom).principal?.session?.viewing ?? null
  return viewing === null
    ? null
    : `You see the site as ${withArticle(viewing)}. Stop viewing at the top of the page first.`
}

/** Why an action that needs the hub at once is not possible now; null if it is. */
export function useWhyBlocked(): string | null {
  const { name } = useAtomValue(connectionAtom)
  const viewing = useWhyViewing()
  return viewing ?? (name === 'live' ? null : 'This needs the hub, and it does not answer now.')
}

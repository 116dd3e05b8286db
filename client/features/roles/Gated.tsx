import { useAtomValue } from 'jotai'
import { Fragment, type ReactNode } from 'react'
import { withArticle } from '../../../shared/engine/article.ts'
import { missingOf, type Needing } from '../../../shared/engine/permissions.ts'
import { accessAtom, connectionAtom, helloAtom, type Principal } from '../../connection/connectionState.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CheckingAuthentication, NeedsPermission, OfflineState } from '../../ui/ErrorState.tsx'
import { ClosedPage } from '../../ui/templates/PageFrame.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import { shownPrincipalAtom } from './elevation.ts'
import { holdersOf, type PersonalPermission, permissionLabels } from './permissionLabels.ts'

interface PermissionGateProps {
  /** The title of the page, for screen readers where it stays closed. */
  readonly title: string
  readonly needs: PersonalPermission
  /** In place of the words on the missing permission: another way in. */
  readonly closed?: ReactNode
  /** The page: one of the templates. */
  readonly children: (principal: Principal) => ReactNode
}

/** A page for principals with a permission; others read what is missing. */
export function PermissionGate({ title, needs, closed, children }: PermissionGateProps) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  const principal = useAtomValue(shownPrincipalAtom)
  if (!hello)
    return <ClosedPage title={title}>{name === 'stale' ? <OfflineState /> : <CheckingAuthentication />}</ClosedPage>
  // While a session is elevated there is a principal to show, though the hub knows a guest.
  const isOpen = hello.principal === null || hello.may.includes(needs)
  if (closed && principal && !principal.session?.viewing && !isOpen) return closed
  if (!principal || !isOpen)
    return (
      <ClosedPage title={title}>
        <NotOpen principal={principal} needs={needs} />
      </ClosedPage>
    )
  // Another principal gets new components, so that no state of the one before stays.
  return <Fragment key={principal.id}>{children(principal)}</Fragment>
}

interface NotOpenProps {
  readonly principal: Principal | null
  readonly needs: PersonalPermission
}

function NotOpen({ principal, needs }: NotOpenProps) {
  if (!principal)
    return (
      <EmptyState picture="gate" title="Sign in to open this page.">
        <SignInWays />
      </EmptyState>
    )
  return (
    <NeedsPermission name={permissionLabels[needs].name}>
      {principal.session?.viewing ? (
        <p>
          You're viewing the site as {withArticle(principal.session.viewing)}. Stop viewing at the top of the page
          first.
        </p>
      ) : (
        <p>{capitalised(holdersOf(needs))} have it. An owner can give it to you.</p>
      )}
    </NeedsPermission>
  )
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Whether the reader has all permissions that a command or query needs. What they may not do is not shown to them. */
export function useMay(needing: Needing): boolean {
  const { may } = useAtomValue(accessAtom)
  return missingOf(needing, (one) => may.includes(one)).length === 0
}

/** Why nothing can be changed while the site is viewed as a role; null otherwise. */
export function useWhyViewing(): string | null {
  const viewing = useAtomValue(accessAtom).principal?.session?.viewing ?? null
  return viewing === null
    ? null
    : `You're viewing the site as ${withArticle(viewing)}. Stop viewing at the top of the page first.`
}

/** Why an action that needs the hub at once is not possible now; null if it is. */
export function useWhyBlocked(): string | null {
  const { name } = useAtomValue(connectionAtom)
  const viewing = useWhyViewing()
  return viewing ?? (name === 'live' ? null : "Can't reach the hub. Try again when it's back.")
}

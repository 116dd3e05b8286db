import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { withArticle } from '../../../shared/engine/article.ts'
import type { Permission, Role } from '../../../shared/engine/permissions.ts'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { type PersonalPermission, permissionLabels } from './permissionLabels.ts'

/** Tells users about a new role, and about single permissions that they got or lost. */
export const RoleNotice = () => (
  <>
    <NewRole />
    <ChangedPermissions />
  </>
)

/** Also shown for a role that the user got while they were away. */
function NewRole() {
  const principal = useAtomValue(helloAtom)?.principal ?? null
  const role = lastingRole(principal)
  const id = principal?.id ?? null
  const [news, setNews] = useState<{ readonly id: string; readonly role: Role } | null>(null)
  useEffect(() => {
    if (id === null || role === null) return
    const before = rememberedRole(id)
    rememberRole(id, role)
    if (before !== null && before !== role) setNews({ id, role })
  }, [id, role])
  if (!news || news.id !== id || news.role !== role) return null
  return (
    <NoticeBar role="status" onDismiss={() => setNews(null)}>
      <p>
        You are now <strong>{withArticle(news.role)}</strong>.{' '}
        {news.role === 'player' ? null : (
          <>
            <Link href="/admin-controls">Admin controls</Link> shows what you can do.
          </>
        )}
      </p>
    </NoticeBar>
  )
}

interface Held {
  readonly id: string
  readonly role: Role
  readonly may: readonly Permission[]
}

/**
 * What has changed since the page was opened, or since the user put the last notice away. A dialog closes when the user loses the permission that it
 * needs: this says why.
 */
function ChangedPermissions() {
  const hello = useAtomValue(helloAtom)
  const role = lastingRole(hello?.principal ?? null)
  const id = hello?.principal?.id ?? null
  const now: Held | null = hello && id !== null && role !== null ? { id, role, may: hello.may } : null
  const [known, setKnown] = useState(now)
  // A new role has a notice of its own.
  if (known?.id !== now?.id || known?.role !== now?.role) setKnown(now)
  const news = known && now ? changesOf(known.may, now.may) : []
  if (news.length === 0) return null
  return (
    <NoticeBar role="status" onDismiss={() => setKnown(now)}>
      <p>Your permissions have changed. {news.join(' ')}</p>
    </NoticeBar>
  )
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const labelled = Object.keys(permissionLabels) as PersonalPermission[]

/** In sentences; none without a change. */
function changesOf(before: readonly Permission[], now: readonly Permission[]): readonly string[] {
  const without = (some: readonly Permission[], others: readonly Permission[]) =>
    labelled
      .filter((one) => some.includes(one) && !others.includes(one))
      .map((one) => `“${permissionLabels[one].name}”`)
  const [taken, given] = [without(before, now), without(now, before)]
  return [
    ...(taken.length > 0 ? [`You no longer have ${conjunction.format(taken)}.`] : []),
    ...(given.length > 0 ? [`You now have ${conjunction.format(given)}.`] : []),
  ]
}

/** The role of the account; null for a guest, and in a session that was elevated or views the site as a role. */
const lastingRole = (principal: Principal | null): Role | null => {
  const isPassing = Boolean(principal?.session?.elevatedUntil ?? principal?.session?.viewing)
  return principal && !isPassing ? principal.role : null
}

const storageKey = 'waterhole.role'
/** For a browser that forbids storage: a new role is then announced only where the page is open when it arrives. */
let onThisPage = ''

/** Null if this browser last showed another user. */
function rememberedRole(id: string): string | null {
  const [account, role = null] = remembered().split(' ')
  return account === id ? role : null
}

function remembered(): string {
  try {
    return localStorage.getItem(storageKey) ?? onThisPage
  } catch {
    return onThisPage
  }
}

function rememberRole(id: string, role: Role) {
  onThisPage = `${id} ${role}`
  try {
    localStorage.setItem(storageKey, onThisPage)
  } catch {
    // It is remembered on this page.
  }
}

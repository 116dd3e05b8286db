import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { withArticle } from '../../../shared/engine/article.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { NoticeBar } from '../../ui/Problem.tsx'

/** Tells the user about a new role, even when it was given while they were away. */
export function RoleNotice() {
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

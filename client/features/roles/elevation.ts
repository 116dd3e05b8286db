import { atom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { mayActOn, type Role } from '../../../shared/engine/permissions.ts'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { Connection } from '../../connection/connect.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { postToHub, sessionChanged, type Told } from '../../connection/session.ts'

export type You = NonNullable<Hello['you']>

interface Raising {
  readonly you: You
  /** The last hello to the session that has ended; null while its password is still being looked at. */
  readonly leaving: Hello | null
}

/** A password is being looked at, or was right and the session with more rights has yet to come in. */
export const raisingAtom = atom<Raising | null>(null)

/**
 * Who sits here. A session that is raised ends a moment before the one that follows it comes in: whoever waits for that is no
 * guest meanwhile, and is not shown out.
 */
export const shownYouAtom = atom((get): You | null => {
  const hello = get(helloAtom)
  const raising = get(raisingAtom)
  if (hello?.you || !raising) return hello?.you ?? null
  return raising.leaving === null || raising.leaving === hello ? raising.you : null
})

/** What one shows to be lent the rights of a role. */
type RaiseWish = { readonly role: Role; readonly password: string } | { readonly ownerKey: string }

const Raised = z.object({ role: z.string(), message: z.string() })

/** Lends this session the rights of a role; the connection then comes back with them. Tells what the hub says of it. */
async function raiseSession(connection: Connection, wish: RaiseWish): Promise<Told<string>> {
  const { store } = connection
  const you = store.get(helloAtom)?.you ?? null
  store.set(raisingAtom, you && { you, leaving: null })
  const told = await postToHub(Raised, '/auth/raise', wish)
  store.set(raisingAtom, told.ok && you ? { you, leaving: store.get(helloAtom) } : null)
  if (!told.ok) return told
  // The session goes on under another cookie: what is open, here and in other tabs, still shows the old one.
  sessionChanged(connection)
  return { ok: true, value: told.value.message }
}

/** For which roles this hub has a password at all, and whether it has an owner key. */
export const Raisable = z.object({ roles: z.array(z.enum(['owner', 'admin', 'moderator'])), ownerKey: z.boolean() })
export type Raisable = z.infer<typeof Raisable>

/** What there is for somebody of that role to gain: nobody is offered what they have. */
export const raisableAbove = ({ roles, ownerKey }: Raisable, own: Role): Raisable => ({
  roles: roles.filter((role) => mayActOn(role, own)),
  ownerKey: ownerKey && own !== 'owner',
})

export const isNothing = ({ roles, ownerKey }: Raisable) => roles.length === 0 && !ownerKey

/** Null when the hub could not tell. */
export async function fetchRaisable(): Promise<Raisable | null> {
  try {
    const response = await fetch('/auth/raisable', { credentials: 'same-origin' })
    return response.ok ? Raisable.parse(await response.json()) : null
  } catch {
    return null
  }
}

/** One try at a time: shown in flight, and if it is refused, why. */
export function useRaise(onRaised: (message: string) => void) {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** @returns whether it worked */
  const raise = async (wish: RaiseWish) => {
    setProblem(null)
    setBusy(true)
    const told = await raiseSession(connection, wish)
    setBusy(false)
    if (told.ok) onRaised(told.value)
    else setProblem(told.message)
  }
  return { busy, problem, raise, forgive: () => setProblem(null) }
}

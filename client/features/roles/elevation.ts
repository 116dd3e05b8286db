import { atom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { mayActOn, type Role } from '../../../shared/engine/permissions.ts'
import type { Gate } from '../../../shared/features/session/session.ts'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { Connection } from '../../connection/connect.ts'
import { helloAtom, type Principal } from '../../connection/connectionState.ts'
import { applySessionChange, type HubAnswer, postToHub } from '../../connection/session.ts'

interface Elevating {
  readonly principal: Principal
  /** The last hello of the session that has ended; null while the password is being checked. */
  readonly leaving: Hello | null
}

/** Set while a password is checked, and after it was right until the elevated session has its hello. */
export const elevatingAtom = atom<Elevating | null>(null)

/**
 * The principal to show. An elevated session replaces the one before, which ends a moment earlier: meanwhile the page still shows
 * the principal, and not a guest.
 */
export const shownPrincipalAtom = atom((get): Principal | null => {
  const hello = get(helloAtom)
  const elevating = get(elevatingAtom)
  if (hello?.principal || !elevating) return hello?.principal ?? null
  return elevating.leaving === null || elevating.leaving === hello ? elevating.principal : null
})

/** The secret that elevates a session, or that opens a gate to it. */
type ElevationRequest =
  | { readonly role: Role; readonly password: string }
  | { readonly ownerKey: string }
  | { readonly gate: Gate; readonly code: string }

const Elevated = z.object({ message: z.string() })

/** Elevates this session to a role, or opens a gate to it; the connection then restarts with its permissions. Returns the hub's message. */
async function elevateSession(connection: Connection, request: ElevationRequest): Promise<HubAnswer<string>> {
  const { store } = connection
  const principal = store.get(helloAtom)?.principal ?? null
  store.set(elevatingAtom, principal && { principal, leaving: null })
  const answer = await postToHub(Elevated, '/auth/raise', request)
  store.set(elevatingAtom, answer.ok && principal ? { principal, leaving: store.get(helloAtom) } : null)
  if (!answer.ok) return answer
  // The session continues under a new cookie: connections of this page and of other tabs still use the old one.
  applySessionChange(connection)
  return { ok: true, value: answer.value.message }
}

/** The roles for which this hub has a password, and whether it has an owner key. */
export const Elevations = z.object({ roles: z.array(z.enum(['owner', 'admin', 'moderator'])), ownerKey: z.boolean() })
export type Elevations = z.infer<typeof Elevations>

/** The roles above the present one. */
export const elevationsAbove = ({ roles, ownerKey }: Elevations, own: Role): Elevations => ({
  roles: roles.filter((role) => mayActOn(role, own)),
  ownerKey: ownerKey && own !== 'owner',
})

export const isNothing = ({ roles, ownerKey }: Elevations) => roles.length === 0 && !ownerKey

/** Null if the hub did not answer. */
export async function fetchElevations(): Promise<Elevations | null> {
  try {
    const response = await fetch('/auth/raisable', { credentials: 'same-origin' })
    return response.ok ? Elevations.parse(await response.json()) : null
  } catch {
    return null
  }
}

/** One attempt at a time, with its progress and its refusal. */
export function useElevate(onElevated: (message: string) => void) {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const elevate = async (request: ElevationRequest) => {
    setProblem(null)
    setBusy(true)
    const answer = await elevateSession(connection, request)
    setBusy(false)
    if (answer.ok) onElevated(answer.value)
    else setProblem(answer.message)
  }
  return { busy, problem, elevate, clearProblem: () => setProblem(null) }
}

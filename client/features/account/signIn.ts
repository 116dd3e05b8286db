import { useState } from 'react'
import { roles } from '../../../shared/engine/permissions.ts'
import { type Provider, providerWords } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type DemoWish, type SessionChange, signInDemo } from '../../connection/session.ts'
import { roleWords } from '../roles/permissionLabels.ts'

/** Where the way to a provider begins. @param returnTo path of the page to come back to */
export const signInAddress = (provider: Provider, returnTo: string) =>
  `/auth/${provider}?return=${encodeURIComponent(returnTo)}`

/** A sign-in through a provider takes this long; the demo does as well, so that the way there can be seen. */
const onTheWayMs = 1_500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The door of the demo: in as anyone, or on to a second account as oneself, and shown on the way. */
export function useDemoSignIn() {
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const go = (words: string, wish: DemoWish) =>
    start(words, async () => {
      await pause(onTheWayMs)
      return signInDemo(connection, wish)
    })
  return {
    busy,
    problem,
    signIn: (wish: DemoWish) =>
      go(`Signing in as ${roleWords[wish.role]}${wish.number ? ` ${wish.number}` : ''}`, wish),
    link: (wish: DemoWish & Required<Pick<DemoWish, 'provider'>>) =>
      go(`Linking ${providerWords[wish.provider ?? 'steam']}`, wish),
  }
}

const shape = /^demo-([a-z]+)(?:-(\d+))?$/

/** As whom one came into the demo, to come in as the same again; null for an account that the demo did not make. */
export const demoWishOf = (accountId: string): DemoWish | null => {
  const [, wanted, number] = shape.exec(accountId) ?? []
  const role = roles.find((known) => known === wanted)
  if (!role) return null
  return number === undefined ? { role } : { role, number: Number(number) }
}

interface SessionChangeUse {
  /** What is in flight, in words; null when nothing is. */
  readonly busy: string | null
  readonly problem: string | null
  /** @param words what to say while it is in flight @returns whether it worked */
  start(words: string, change: () => Promise<SessionChange>): Promise<boolean>
}

/** One change of the session at a time: shown in flight, and if it is refused, why. */
export function useSessionChange(): SessionChangeUse {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const start = async (words: string, change: () => Promise<SessionChange>) => {
    setProblem(null)
    setBusy(words)
    const outcome = await change()
    setBusy(null)
    if (!outcome.ok) setProblem(outcome.message)
    return outcome.ok
  }
  return { busy, problem, start }
}

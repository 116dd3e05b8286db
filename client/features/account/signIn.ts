import { useState } from 'react'
import { type Role, roles } from '../../../shared/engine/permissions.ts'
import { type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type DemoSignIn, type SessionChange, signInDemo } from '../../connection/session.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { roleLabels } from '../roles/roleLabels.ts'

/** The address at which a sign-in starts. @param returnTo path of the page to return to */
export const signInAddress = (provider: Provider, returnTo: string) =>
  `/auth/${provider}?return=${encodeURIComponent(returnTo)}`

/** The providers that this hub is set up to sign in with; all of them until it has said so. */
export const useSignInProviders = (): readonly Provider[] => useQuery(joinDetails, {}).value?.signIn ?? providers

/** The roles of a demo, as it offers them. */
export const demoRoles: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** About as long as a sign-in through a provider, so that its progress can be seen in a demo. */
const onTheWayMs = 1_500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The sign-in of a demo, in any role, or the link of a second identity, with its progress. */
export function useDemoSignIn() {
  const connection = useConnection()
  const { busyLabel, problem, start } = useSessionChange()
  const go = (label: string, account: DemoSignIn) =>
    start(label, async () => {
      await pause(onTheWayMs)
      return signInDemo(connection, account)
    })
  return {
    busyLabel,
    problem,
    signIn: (account: DemoSignIn) =>
      go(`Signing in as ${roleLabels[account.role]}${account.number ? ` ${account.number}` : ''}`, account),
    link: (account: DemoSignIn & Required<Pick<DemoSignIn, 'provider'>>) =>
      go(`Linking ${providerNames[account.provider ?? 'steam']}`, account),
  }
}

const shape = /^demo-([a-z]+)(?:-(\d+))?$/

/** The demo sign-in of a demo account, to repeat it; null for any other account. */
export const demoSignInOf = (accountId: string): DemoSignIn | null => {
  const [, wanted, number] = shape.exec(accountId) ?? []
  const role = roles.find((known) => known === wanted)
  if (!role) return null
  return number === undefined ? { role } : { role, number: Number(number) }
}

interface SessionChangeUse {
  /** The label of the change in flight; null if there is none. */
  readonly busyLabel: string | null
  readonly problem: string | null
  /** @param label shown while it is in flight, with an ellipsis @returns whether it succeeded */
  start(label: string, change: () => Promise<SessionChange>): Promise<boolean>
}

/** One change of the session at a time, with its progress and its refusal. */
export function useSessionChange(): SessionChangeUse {
  const [busyLabel, setBusyLabel] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const start = async (label: string, change: () => Promise<SessionChange>) => {
    setProblem(null)
    setBusyLabel(`${label}…`)
    const outcome = await change()
    setBusyLabel(null)
    if (!outcome.ok) setProblem(outcome.message)
    return outcome.ok
  }
  return { busyLabel, problem, start }
}

import { randomBytes } from 'node:crypto'
import { account } from '../../shared/features/account/account.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import { SignedIn } from '../../shared/features/account/signIn.ts'
import { closeSession, enter, openSession } from '../../shared/features/session/commands.ts'
import type { Hub } from '../engine/hub.ts'

interface Coming {
  readonly identity: Identity
  readonly demo?: boolean
  /** The account that they are signed in with already. */
  readonly current?: string | null
  readonly newAccount?: string | null
}

const newKey = () => randomBytes(32).toString('hex')

/** As a sign-in through a provider: their account is found, made or linked. They are out again at once: no session stays behind. */
export async function comeAs(
  hub: Pick<Hub, 'order' | 'read'>,
  { identity, demo = false, current = null, newAccount = null }: Coming,
): Promise<SignedIn> {
  const order = (name: string, input: object) => hub.order('sign-in', name, input)
  const [former, key] = [newKey(), newKey()]
  const isHere = current !== null && hub.read(account, current).createdAt > 0
  if (isHere) await order(openSession.name, { key: former, accountId: current, role: 'player', demo })
  try {
    const opening = { key, role: 'player', demo, instead: isHere ? former : null }
    return SignedIn.parse(await order(enter.name, { ...opening, identity, newAccount }))
  } finally {
    for (const one of [former, key]) await order(closeSession.name, { key: one })
  }
}

import { randomBytes } from 'node:crypto'
import { PlayerId } from '../../shared/engine/ids.ts'
import { account } from '../../shared/features/account/account.ts'
import { unlink } from '../../shared/features/account/commands.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import { SignedIn } from '../../shared/features/account/signIn.ts'
import { closeSession, openSession, signIn } from '../../shared/features/session/commands.ts'
import type { Hub } from '../engine/hub.ts'
import { freshId, inSession, person } from './principals.ts'

interface AccountRequest {
  readonly account: string
  readonly name?: string
  /** Of the player in the game; null for none. */
  readonly steamId?: string | null
}

/** Makes sure that the account exists with this name and is linked to this player or to none, by signing in through both providers. */
export async function ensureAccount(
  hub: Pick<Hub, 'execute' | 'dispatch' | 'read'>,
  now: number,
  { account: id, name = id, steamId = null }: AccountRequest,
) {
  const signIn = (identity: Identity) => signInAs(hub, { identity, newAccount: id })
  await signIn({ ...discordOf(id), username: name, displayName: name })
  const { steamId: before } = hub.read(account, id)
  if (before === steamId) return
  if (before !== null) {
    const call = { id: freshId(now), name: unlink.name, input: { provider: 'steam' } }
    const answer = await hub.dispatch(inSession(person(PlayerId.parse(id))), call)
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  }
  if (steamId !== null) await signIn({ ...steamOf(steamId), displayName: name })
}

const discordOf = (id: string) => ({
  provider: 'discord' as const,
  discordId: id.slice(0, 40),
  discriminator: '0000',
  avatar: '',
  verified: false,
  locale: 'en-US',
  premium_type: 0,
  fullUsername: id,
})

const steamOf = (steamId: string) => ({
  provider: 'steam' as const,
  steamId,
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
})

interface SignInRequest {
  readonly identity: Identity
  readonly demo?: boolean
  /** The account of the current session, if any. */
  readonly current?: string | null
  readonly newAccount?: string | null
}

const newKey = () => randomBytes(32).toString('hex')

/** Signs in through a provider, which finds, creates or links the account, and closes the session again. */
export async function signInAs(
  hub: Pick<Hub, 'execute' | 'read'>,
  { identity, demo = false, current = null, newAccount = null }: SignInRequest,
): Promise<SignedIn> {
  const order = (name: string, input: object) => hub.execute('sign-in', name, input)
  const [former, key] = [newKey(), newKey()]
  const isHere = current !== null && hub.read(account, current).createdAt > 0
  if (isHere) await order(openSession.name, { key: former, accountId: current, role: 'player', demo })
  try {
    const opening = { key, role: 'player', demo, replaces: isHere ? former : null }
    return SignedIn.parse(await order(signIn.name, { ...opening, identity, newAccount }))
  } finally {
    for (const one of [former, key]) await order(closeSession.name, { key: one })
  }
}

import { PlayerId } from '../../shared/engine/ids.ts'
import { account } from '../../shared/features/account/account.ts'
import { unlink } from '../../shared/features/account/commands.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import type { Hub } from '../engine/hub.ts'
import { comeAs } from './comeAs.ts'
import { atPage, freshId, person } from './people.ts'

interface Wanted {
  readonly account: string
  readonly name?: string
  /** Of the player in the game; null for none. */
  readonly steamId?: string | null
}

/** As sign-ins through both providers would: an account of that id and name exists, and is linked to that player or none. */
export async function linkAs(
  hub: Pick<Hub, 'order' | 'dispatch' | 'read'>,
  now: number,
  { account: id, name = id, steamId = null }: Wanted,
) {
  const come = (identity: Identity) => comeAs(hub, { identity, newAccount: id })
  await come({ ...discordOf(id), username: name, displayName: name })
  const { steamId: before } = hub.read(account, id)
  if (before === steamId) return
  if (before !== null) {
    const call = { id: freshId(now), name: unlink.name, input: { provider: 'steam' } }
    const answer = await hub.dispatch(atPage(person(PlayerId.parse(id))), call)
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  }
  if (steamId !== null) await come({ ...steamOf(steamId), displayName: name })
}

const discordOf = (id: string) => ({
  ...{ provider: 'discord' as const, discordId: id.slice(0, 40), discriminator: '0000', avatar: '' },
  ...{ verified: false, locale: 'en-US', premium_type: 0, fullUsername: id },
})

const steamOf = (steamId: string) => ({
  ...{ provider: 'steam' as const, steamId, avatar: '', profileUrl: '', realName: '', country: '' },
  accountCreated: null,
})

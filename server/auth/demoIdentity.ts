import type { Role } from '../../shared/engine/permissions.ts'
import type { Identity, Provider } from '../../shared/features/account/identity.ts'
import { demoPersona } from './demoPersona.ts'

const demoNames: Readonly<Record<Role, string>> = {
  owner: 'Demo Owner',
  admin: 'Demo Admin',
  moderator: 'Demo Moderator',
  player: 'Demo Player',
}

/** What a provider would say of a demo account: the player whom it plays in the simulator, or its name in the chat. */
export function demoIdentity(role: Role, number: number, provider: Provider): Identity | null {
  const steamId = demoPersona(role, number)
  if (steamId === null) return null
  const displayName = number === 1 ? demoNames[role] : `${demoNames[role]} ${number}`
  if (provider === 'steam')
    return {
      ...{ provider, steamId, displayName, avatar: '', profileUrl: '', realName: '', country: '' },
      accountCreated: 2015,
    }
  const username = displayName.toLowerCase().replaceAll(' ', '_')
  return {
    ...{ provider, discordId: `9${steamId}`, username, discriminator: '0000', displayName, avatar: '' },
    ...{ verified: true, locale: 'en-US', premium_type: 2, fullUsername: username },
  }
}

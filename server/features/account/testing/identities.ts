import type { DiscordUser, SteamUser } from '../../../../shared/features/account/identity.ts'

export const steamUser = (steamId: string, displayName: string): SteamUser => ({
  provider: 'steam',
  steamId,
  displayName,
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
})

export const discordUser = (discordId: string, username: string): DiscordUser => ({
  provider: 'discord',
  discordId,
  username,
  displayName: username,
  fullUsername: username,
  avatar: '',
  discriminator: '0000',
  verified: false,
  locale: 'en-US',
  premium_type: 0,
})

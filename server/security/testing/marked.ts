/** Secrets that are found wherever they turn up, since nothing else is called so. */
export const marked = {
  rcon: 'mark-rcon-7Qx4',
  steamKey: 'mark-steamkey-9Lw2',
  discordSecret: 'mark-discord-3Zt8',
  ownerKey: 'mark-ownerkey-5Vb1',
  moderator: 'mark-moderator-8Nk6',
  wrong: 'mark-wrongtry-2Hj9',
  ann: '76561198765432101',
  ben: '76561198765432102',
  annAtDiscord: '223344556677889900',
} as const

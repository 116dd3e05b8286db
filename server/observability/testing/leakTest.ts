import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../../auth/passwordHash.ts'
import { startSimulator } from '../../game/simulator/simulator.ts'
import { pondTerrain } from '../../game/testing/testSimulator.ts'
import { freePort } from '../../testing/freePort.ts'
import { spawnHub } from '../../testing/hubProcess.ts'
import { openDiscordProvider } from '../../testing/providers/discordProvider.ts'
import { openSteamProvider } from '../../testing/providers/steamProvider.ts'

/** Unique texts for secrets and ids, so that they are found wherever they occur. */
export const markers = {
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

const { ann, ben, annAtDiscord, rcon, steamKey, discordSecret } = markers

async function openProvidersAndGame() {
  const steam = await openSteamProvider({
    people: [ann, ben].map((steamId) => ({ steamId, name: steamId === ann ? 'Ann' : 'Ben' })),
    apiKey: steamKey,
  })
  const discord = await openDiscordProvider({
    people: [{ id: annAtDiscord, username: 'ann', globalName: 'Ann' }],
    clientSecret: discordSecret,
  })
  const game = await startSimulator({ port: 0, password: rcon, players: 20, seed: 1, terrain: pondTerrain })
  return { steam, discord, game }
}

/** A hub in its own process, configured with every kind of secret and log level trace. @param isDemo with the built-in simulator */
export async function openHubWithMarkers({ isDemo = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const { steam, discord, game } = await openProvidersAndGame()
  const hashes = { ownerKey: await hashPassword(markers.ownerKey), moderator: await hashPassword(markers.moderator) }
  const port = await freePort()
  const hub = spawnHub({
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'trace',
    OWNER_STEAM_IDS: ann,
    ...(!isDemo && { EVRIMA_HOST: '127.0.0.1', EVRIMA_RCON_PORT: String(game.port), EVRIMA_RCON_PASSWORD: rcon }),
    STEAM_OPENID_URL: steam.openIdUrl,
    STEAM_API_URL: steam.address,
    STEAM_API_KEY: steamKey,
    DISCORD_URL: discord.address,
    DISCORD_CLIENT_ID: discord.application.clientId,
    DISCORD_CLIENT_SECRET: discordSecret,
    OWNER_KEY_HASH: hashes.ownerKey,
    ROLE_PASSWORD_HASH_MODERATOR: hashes.moderator,
  })
  await hub.until(/is open/)
  return {
    steam,
    discord,
    game,
    hashes,
    folder,
    address: `http://127.0.0.1:${port}`,
    said: hub.output,
    async stop() {
      hub.kill('SIGTERM')
      await hub.ended
    },
    async close() {
      hub.kill('SIGKILL')
      await hub.ended
      await Promise.all([steam.close(), discord.close(), game.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type HubWithMarkers = Awaited<ReturnType<typeof openHubWithMarkers>>

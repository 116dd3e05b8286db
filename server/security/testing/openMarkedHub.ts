import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../../auth/passwords/passwordHash.ts'
import { startSimulator } from '../../game/simulator/simulator.ts'
import { pondTerrain } from '../../game/testing/pondTerrain.ts'
import { spawnHub } from '../../testing/hubProcess.ts'
import { openDiscordProvider } from '../../testing/providers/discordProvider.ts'
import { openSteamProvider } from '../../testing/providers/steamProvider.ts'
import { marked } from './marked.ts'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const { ann, ben, annAtDiscord, rcon, steamKey, discordSecret } = marked

async function openOutside() {
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

/** The hub in a process of its own, told every secret that it can be told, and saying all that it ever says. @param isDemo with a simulator of its own */
export async function openMarkedHub({ isDemo = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const { steam, discord, game } = await openOutside()
  const hashes = { ownerKey: await hashPassword(marked.ownerKey), moderator: await hashPassword(marked.moderator) }
  const port = await freePort()
  const hub = spawnHub({
    ...{ DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'trace', OWNER_STEAM_IDS: ann },
    ...(!isDemo && { EVRIMA_HOST: '127.0.0.1', EVRIMA_RCON_PORT: String(game.port), EVRIMA_RCON_PASSWORD: rcon }),
    ...{ STEAM_OPENID_URL: steam.openIdUrl, STEAM_API_URL: steam.address, STEAM_API_KEY: steamKey },
    ...{ DISCORD_URL: discord.address, DISCORD_CLIENT_ID: discord.application.clientId },
    ...{ DISCORD_CLIENT_SECRET: discordSecret, OWNER_KEY_HASH: hashes.ownerKey },
    ...{ ROLE_PASSWORD_HASH_MODERATOR: hashes.moderator },
  })
  await hub.until(/is open/)
  return {
    ...{ steam, discord, game, hashes, folder },
    address: `http://127.0.0.1:${port}`,
    said: hub.said,
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
export type MarkedHub = Awaited<ReturnType<typeof openMarkedHub>>

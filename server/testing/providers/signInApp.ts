import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Provider } from '../../../shared/features/account/identity.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { startApp } from '../../app/app.ts'
import { type Config, readConfig } from '../../config.ts'
import { tokenHash } from '../../features/session/openSessions.ts'
import { openDiscordProvider } from './discordProvider.ts'
import { type Browser, createBrowser, followProviderLink } from './providerBrowser.ts'
import { openSteamProvider } from './steamProvider.ts'

const steamPeople = [
  { steamId: '76561198000000001', name: 'Ann', country: 'GB', timeCreated: 1_420_070_400 },
  { steamId: '76561198000000002', name: 'Bob' },
]
const discordPeople = [
  { id: '900000000000000001', username: 'ann_chat', globalName: 'Ann in chat', avatar: 'a1b2c3', premiumType: 2 },
  { id: '900000000000000002', username: 'bob', discriminator: '1234' },
]

/** The whole product with local Steam and Discord providers and its log lines. */
export async function openSignInApp(wanted: Partial<Config> = {}) {
  const steam = await openSteamProvider({ people: steamPeople })
  const discord = await openDiscordProvider({ people: discordPeople })
  const dataDir = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const lines: string[] = []
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, SIMULATOR_PLAYERS: '4', LOG_LEVEL: 'silent' }),
    port: 0,
    steam: { openIdUrl: steam.openIdUrl, apiUrl: steam.address, apiKey: steam.apiKey },
    discord: discord.application,
    trustedProxies: ['127.0.0.1'],
    ...wanted,
  }
  const hub = await startApp(config, log)
  return {
    steam,
    discord,
    dataDir,
    lines,
    hub: hub.hub,
    address: hub.address,
    /** @param from its address, as a proxy in front of the hub names it */
    browser: (from?: string) => createBrowser(hub.address, from === undefined ? {} : { 'x-forwarded-for': from }),
    /** Goes to the provider and follows the link of this name. Returns the address to which the browser is sent back. */
    async askAt(browser: Browser, provider: Provider, link: string, returnPath = '/profile') {
      const { location } = await browser.go(`/auth/${provider}?return=${encodeURIComponent(returnPath)}`)
      return followProviderLink(location, link)
    },
    async signIn(browser: Browser, provider: Provider, link: string, returnPath = '/profile') {
      return browser.go(await this.askAt(browser, provider, link, returnPath))
    },
    /** The account of the browser's session in the hub. */
    accountOf(browser: Browser): string | null {
      const key = tokenHash(browser.jar.get('waterhole_session') ?? '')
      const found = hub.hub.copy(`sessions/${key.slice(0, 2)}`)?.value as {
        open?: Record<string, { accountId: string }>
      }
      return found?.open?.[key]?.accountId ?? null
    },
    sessionsOf: (account: string) => Object.values(hub.hub.read(ownSessions, account).open),
    async close() {
      await Promise.all([steam.close(), discord.close()])
      await hub.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type SignInApp = Awaited<ReturnType<typeof openSignInApp>>

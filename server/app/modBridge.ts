import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/configError.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import { createCommandBridgeLink } from '../game/commandBridge/commandBridgeLink.ts'
import { openFiles } from '../game/commandBridge/fileTransport.ts'
import { type BridgeMailbox, createPull } from '../game/commandBridge/pullTransport.ts'
import type { OpenTransport } from '../game/commandBridge/transport.ts'
import { simulatedVerbs, verbsWith } from '../game/commandBridge/verbs.ts'
import type { Fetching } from '../game/connect/modCheck.ts'
import { type FolderAccess, type FolderPlace, openFolder } from '../game/files/openFolder.ts'
import type { GameLink, LinkLog, LinkState } from '../game/link.ts'
import { modBridgePaths } from '../http/modBridgeRoutes.ts'
import type { Log } from '../observability/log.ts'
import type { SimulatedGame } from './simulatedGame.ts'

/** The panel allows 256 requests a minute; a command that is not written within 6 s is taken back. */
const lookEveryMs = { local: 250, sftp: 1_000, panel: 2_000 } as const

/** Opens the link to the mod CommandBridge, of the configured game or of the simulator. @param game reads what the game shows */
export function openModBridge(
  config: Config,
  game: Pick<GameLink, 'players' | 'animals'>,
  simulated: SimulatedGame | null,
  { log, folderLog }: { readonly log: Log; readonly folderLog: LinkLog },
) {
  const { gameFiles, dataDir } = config
  const place = gameFiles.modBridge ?? simulated?.mod ?? null
  if (place === null) return { link: null, mailbox: null, checked: null }
  const access = (gameFiles.modBridge ? null : simulated?.access) ?? { ...gameFiles, dataDir }
  const { open, mailbox } =
    place === 'http' ? createPull() : { open: filesOf(place, { ...access, log: folderLog }, log), mailbox: null }
  const ofDemo = gameFiles.modBridge === null ? simulatedVerbs : {}
  const verbs = verbsWith({ ...ofDemo, ...gameFiles.modBridgeVerbs })
  const link = createCommandBridgeLink({ open, game, verbs, log })
  if (place !== 'http' || !mailbox) return { link, mailbox: null, checked: place === 'http' ? null : { place, verbs } }
  const times: { fetchedAt: number | null; answeredAt: number | null } = { fetchedAt: null, answeredAt: null }
  const fetching = () => fetchingOf(config, { ...times, link: link.state() })
  const noted: BridgeMailbox = {
    ...mailbox,
    fetch() {
      times.fetchedAt = Date.now()
      return mailbox.fetch()
    },
    answer(body) {
      times.answeredAt = Date.now()
      mailbox.answer(body)
    },
  }
  return { link, mailbox: noted, checked: { place, fetching } }
}

function filesOf(place: FolderPlace, access: Omit<FolderAccess, 'clock'>, log: Log): OpenTransport {
  const folder = openFolder(place, { ...access, clock: systemClock })
  return openFiles({ folder, clock: systemClock, log, everyMs: lookEveryMs[place.kind] })
}

/**
 * What a mod that fetches its commands must show; null where none does. Without one in the configuration it is made at the first start and kept
 * in the data folder. The mod's config.json is written beside it, because its addresses are secret too.
 * @throws ConfigError that names the file that cannot be read or written
 */
export function prepareModFetching(config: Config, log: Pick<Log, 'info'>): string | null {
  const { gameFiles, dataDir } = config
  if (gameFiles.modBridge !== 'http') return null
  const token = gameFiles.modBridgeToken ?? keptToken(join(dataDir, 'mod-bridge.token'))
  const file = modConfigFile(config)
  write(file, modConfigOf(config, token), 'w')
  log.info(`The mod CommandBridge is to fetch its commands here: copy ${file} to its folder Saved as config.json`)
  return token
}

/** The text of config.json, with which the mod fetches its commands from this hub. */
export function modConfigOf(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, token: string): string {
  const [paths, hub] = [modBridgePaths(token), hubAddressOf(config)]
  const settings = {
    enabled: true,
    inputMode: 'http',
    inputUrl: hub + paths.commands,
    inputAuthHeader: `Authorization: Bearer ${token}`,
    resultUrl: hub + paths.results,
    inputPollSeconds: 1,
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}

const modConfigFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mod-bridge.config.json')

const hubAddressOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) =>
  (publicUrl ?? `http://${reachableHost(host)}:${port}`).replace(/\/+$/, '')

/** A program cannot connect to "every address of this machine". */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** What is known of a mod that fetches its commands. @param running null: no hub runs here */
export const fetchingOf = (
  config: Config,
  running: (Pick<Fetching, 'fetchedAt' | 'answeredAt'> & { readonly link: LinkState }) | null,
): Omit<Fetching, 'now'> => ({
  hub: hubAddressOf(config),
  gameHost: config.evrima?.host ?? config.sharedSimulator?.host ?? '127.0.0.1',
  configFile: running && modConfigFile(config),
  fetchedAt: running?.fetchedAt ?? null,
  answeredAt: running?.answeredAt ?? null,
  link: running?.link ?? null,
})

function keptToken(file: string): string {
  write(file, `${randomBytes(32).toString('base64url')}\n`, 'wx')
  try {
    const token = readFileSync(file, 'utf8').trim()
    if (/^[\x21-\x7e]{16,}$/.test(token)) return token
  } catch (error) {
    throw unusable(file, `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  throw unusable(file, 'does not hold the token that the hub wrote')
}

/** @param flag `wx` keeps a file that is there */
function write(file: string, text: string, flag: 'w' | 'wx') {
  try {
    writeFileSync(file, text, { mode: 0o600, flag })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw unusable(file, `cannot be written (${code})`)
  }
  // The mode is lost when a folder is copied.
  chmodSync(file, 0o600)
}

const unusable = (file: string, why: string) =>
  new ConfigError(
    `${file}, for the mod that fetches its commands, ${why}. Fix that, or remove the file: the hub makes a new one.`,
  )

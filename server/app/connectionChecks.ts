import { randomBytes } from 'node:crypto'
import type { ConnectionName, Finding } from '../../shared/features/connections/connections.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../engine/clock.ts'
import { type VerbTable, verbsWith } from '../game/commandBridge/verbs.ts'
import { absent, type Findings } from '../game/connect/finding.ts'
import { checkHost } from '../game/connect/hostCheck.ts'
import { checkLog } from '../game/connect/logCheck.ts'
import { checkModFiles, type Fetching, judgeFetching } from '../game/connect/modCheck.ts'
import { inPlace, type PlaceAccess } from '../game/connect/placeCheck.ts'
import { checkRcon, readRcon } from '../game/connect/rconCheck.ts'
import type { FolderPlace } from '../game/files/openFolder.ts'
import { createAmpAdapter } from '../game/host/ampAdapter.ts'
import { createCommandsAdapter } from '../game/host/commandsAdapter.ts'
import type { HostAdapter } from '../game/host/hostAdapter.ts'
import { createPanelAdapter } from '../game/host/panelAdapter.ts'
import type { GameLink } from '../game/link.ts'
import { fetchingOf } from './modBridge.ts'
import type { SimulatedGame } from './simulatedGame.ts'

/** How the hub reaches the game server: as configured, or as the simulator does it. Null where it does not. */
export interface GamePlaces {
  readonly rcon: {
    readonly host: string
    readonly port: number
    readonly password: string
    /** Open already: another connection would leak a socket in the game. Null: one is made. */
    readonly link: Pick<GameLink, 'state' | 'details' | 'players'> | null
  } | null
  readonly log:
    | (Pick<NonNullable<Config['gameFiles']['log']>, 'place' | 'folder' | 'file'> & { readonly zone: string })
    | null
  readonly mod:
    | { readonly place: FolderPlace; readonly verbs: VerbTable }
    | { readonly place: 'http'; fetching(): Omit<Fetching, 'now'> }
    | null
  readonly host: HostAdapter | null
  readonly access: PlaceAccess
  readonly now: () => number
}

interface Running {
  readonly address: { readonly host: string; readonly port: number; readonly password: string }
  readonly link: GameLink
  readonly mod: GamePlaces['mod']
  /** Null: the game is not simulated by the hub. */
  readonly simulated: SimulatedGame | null
}

/** Of a hub that runs. What is configured goes before what the simulator has, as where the links are opened. */
export function placesOfHub(config: Config, { address, link, mod, simulated }: Running): GamePlaces {
  const places = placesOf(config)
  const host = simulated?.host.place
  return {
    ...places,
    rcon: { ...address, link },
    log: places.log ?? (simulated && { ...simulated.log, zone: config.gameLog.zone }),
    mod: mod ?? places.mod,
    host: host ? hostAdapterFor(host) : places.host,
    access: places.log || config.gameFiles.modBridge ? places.access : (simulated?.access ?? places.access),
  }
}

/** As configured, without a hub that runs. */
export function placesOf(config: Config): GamePlaces {
  const { evrima, sharedSimulator, gameFiles, gameHost, gameLog, dataDir } = config
  const { modBridge: mod, modBridgeVerbs } = gameFiles
  const rcon = evrima ?? sharedSimulator
  return {
    rcon: rcon && { ...rcon, link: null },
    log: gameFiles.log && { ...gameFiles.log, zone: gameLog.zone },
    mod:
      mod === 'http'
        ? { place: mod, fetching: () => fetchingOf(config, null) }
        : mod && { place: mod, verbs: verbsWith(modBridgeVerbs) },
    host: gameHost.place && hostAdapterFor(gameHost.place),
    access: { key: gameFiles.key, panel: gameFiles.panel, dataDir },
    now: Date.now,
  }
}

export function hostAdapterFor(place: NonNullable<Config['gameHost']['place']>): HostAdapter {
  const clock = systemClock
  if (place.kind === 'panel') return createPanelAdapter({ panel: place.panel, clock })
  if (place.kind === 'amp') return createAmpAdapter({ amp: place.amp, clock })
  return createCommandsAdapter({ ...place, clock })
}

export interface ConnectionCheck {
  /** Without secrets; null where none is configured. */
  readonly place: string | null
  check(): Promise<Findings>
}

/** The check of each connection. A check changes nothing, ends within a bounded time, and rejects with a bug alone. */
export function connectionChecks(places: GamePlaces): Readonly<Record<ConnectionName, ConnectionCheck>> {
  const { rcon, log, host, access, now } = places
  return {
    rcon: rcon
      ? {
          place: `${rcon.host}:${rcon.port}`,
          check: () => (rcon.link ? readRcon(rcon.link, `${rcon.host}:${rcon.port}`) : checkRcon(rcon)),
        }
      : missing(noRcon),
    log: log
      ? {
          place: nameOf(log.place, access, log.folder),
          check: () => inPlace(log.place, access, (open) => checkLog(open, log, { now: now(), zone: log.zone })),
        }
      : missing(noLog),
    mod: modCheck(places),
    host: host ? { place: host.place, check: () => checkHost(host) } : missing(noHost),
  }
}

function modCheck({ mod, access, now }: GamePlaces): ConnectionCheck {
  if (!mod) return missing(noMod)
  if (mod.place === 'http')
    return { place: 'over HTTP', check: async () => judgeFetching({ ...mod.fetching(), now: now() }) }
  const { place, verbs } = mod
  const id = () => `check-${randomBytes(8).toString('hex')}`
  return {
    place: nameOf(place, access, ''),
    check: () => inPlace(place, access, (open) => checkModFiles(open, { place, verbs, clock: systemClock, id: id() })),
  }
}

const missing = (finding: Finding): ConnectionCheck => ({ place: null, check: async () => [finding] })

function nameOf(place: FolderPlace, { panel }: PlaceAccess, folder: string): string {
  const path = folder === '' ? place.path : `${place.path.replace(/[\\/]+$/, '')}/${folder}`
  if (place.kind === 'local') return path
  if (place.kind === 'panel') return `${path} on ${panel ? new URL(panel.url).host : 'the panel'}`
  const { user, host, port } = place.address
  return `sftp://${user}@${host}:${port}${path}`
}

const noRcon = absent('No game server is named. Players, positions, kicks, bans and messages need it.', [
  'EVRIMA_HOST=203.0.113.10',
  'EVRIMA_RCON_PORT=8888',
  'EVRIMA_RCON_PASSWORD=your-password',
])
const noLog = absent('Kills, deaths, chat, joins and leaves are not known: RCON reports none of them.', [
  'GAME_LOG=sftp://user@203.0.113.10:2022/TheIsle/Saved/Logs',
  'GAME_FILES_KEY=your-sftp-password',
])
const noMod = absent(
  'Nothing slays, heals, teleports, grows, parks or redeems: RCON has no such commands. Staff do it by hand, from a list.',
  ['MOD_BRIDGE=sftp://user@203.0.113.10:2022/TheIsle/Binaries/Win64/ue4ss/Mods/CommandBridge/Saved'],
)
const noHost = absent('The game server cannot be started, restarted or backed up from here.', [
  'HOST_PANEL_URL=https://panel.example.org',
  'HOST_PANEL_KEY=your-client-api-key',
  'HOST_PANEL_SERVER=1a2b3c4d',
])

/**
 * What the hub may ask of a game server, whatever protocol is spoken underneath.
 *
 * Every promise here rejects with a `LinkError` and with nothing else. A link keeps no last good value: whoever asks
 * keeps it, with its age.
 */

/** One player who is connected, also one who has not chosen a dinosaur yet. `name` is '' where the game's answer left it unclear. */
export interface ListedPlayer {
  readonly id: string
  readonly name: string
}

/** Game centimetres, in the game's own axes. */
export interface GamePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * One dinosaur as the game tells it. The game also tells of the dead (`health` 0) and of players who have left:
 * `presentDinosaurs` keeps those who count. `growth` to `thirst` are fractions; growth may pass 1 on some builds.
 */
export interface GameAnimal {
  readonly id: string
  readonly name: string
  /** Bare class name: `Carnotaurus`, never `BP_Carnotaurus_C`. */
  readonly species: string
  readonly gender: 'Male' | 'Female' | null
  readonly growth: number
  readonly health: number
  readonly stamina: number
  readonly hunger: number
  readonly thirst: number
  readonly location: GamePoint
  /** Own, inherited and elder mutations, each once. */
  readonly mutations: readonly string[]
  readonly primeElder: boolean | null
}

/** Switches of the game server; null where its build does not tell. */
export interface ServerFlags {
  readonly spawnAI: boolean | null
  readonly humans: boolean | null
  readonly globalChat: boolean | null
  readonly whitelist: boolean | null
  readonly queue: boolean | null
  readonly mutations: boolean | null
  readonly recordingReplay: boolean | null
  readonly regionSpawning: boolean | null
  readonly regionSpawnCooldown: boolean | null
}

/** The game also sends its join password in clear text: it is dropped while parsing and kept nowhere. */
export interface ServerDetails {
  readonly name: string
  readonly map: string
  readonly maxPlayers: number
  readonly currentPlayers: number
  readonly dayLengthMinutes: number | null
  readonly nightLengthMinutes: number | null
  readonly hasPassword: boolean
  readonly flags: ServerFlags
  /** The simulator and some hosts' mods tell these three; the game itself does not. Minutes are 0 to 1440. */
  readonly timeOfDayMinutes: number | null
  readonly uptimeSeconds: number | null
  readonly version: string | null
}

/** `why` is a sentence for people and never holds a secret. `since` does not move while only the reason changes. */
export interface LinkState {
  readonly name: 'connecting' | 'up' | 'refused' | 'down'
  readonly since: number
  readonly why: string | null
}

export interface LinkCounters {
  readonly requests: number
  readonly failures: Readonly<Record<LinkErrorCode, number>>
  /** Round trip of the last answered request. */
  readonly latencyMs: number | null
  /** Logins after the first. */
  readonly reconnects: number
  /** How often each key was seen that we do not know. */
  readonly unknownKeys: Readonly<Record<string, number>>
  /** How often each kind of nonsense was received. */
  readonly garbage: Readonly<Record<string, number>>
}

export interface GameLink {
  readonly name: 'evrima' | 'source' | 'bridge'
  state(): LinkState
  /** Calls back on every change, never for the present state. Returns how to stop it. */
  onState(listener: (state: LinkState) => void): () => void
  players(): Promise<ListedPlayer[]>
  animals(): Promise<GameAnimal[]>
  details(): Promise<ServerDetails>
  playables(): Promise<string[]>
  /** As the game words it: no source documents the form. */
  queue(): Promise<string>
  /** The game's reply, '' where it gave none: that is not a failure. */
  announce(text: string): Promise<string>
  counters(): LinkCounters
  close(): Promise<void>
}

export const linkErrorCodes = ['down', 'refused', 'timeout', 'garbage', 'closed', 'unsendable'] as const
/**
 * `down` not connected, or lost while asking · `refused` wrong password · `timeout` none or half a reply ·
 * `garbage` a reply we cannot read · `closed` by us · `unsendable` the text does not fit the protocol.
 */
type LinkErrorCode = (typeof linkErrorCodes)[number]

export class LinkError extends Error {
  readonly code: LinkErrorCode
  constructor(code: LinkErrorCode, message: string) {
    super(message)
    this.name = 'LinkError'
    this.code = code
  }
}

/** Where a link writes what an operator should read. A pino logger fits. */
export interface LinkLog {
  info(text: string): void
  warn(text: string): void
}

/**
 * Those who are online and alive. The game's rows also hold bodies and players who have left; a player who died and
 * came back may have two rows, of which the living one counts.
 */
export const presentAnimals = (sightings: readonly GameAnimal[], online: readonly ListedPlayer[]): GameAnimal[] => {
  const ids = new Set(online.map(({ id }) => id))
  const living = sightings.filter(({ id, health }) => health > 0 && ids.has(id))
  return [...new Map(living.map((sighting) => [sighting.id, sighting])).values()]
}

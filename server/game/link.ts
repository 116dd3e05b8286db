/**
 * The requests of the hub to a game server, independent of the protocol. Every promise rejects with a `LinkError` and with nothing else. A
 * link caches nothing.
 */

/** A connected player, with or without a dinosaur. `name` is null where the game's reply does not report it, or not clearly. */
export interface ListedPlayer {
  readonly id: string
  readonly name: string | null
}

/** Game centimetres, in the game's own axes. */
export interface GamePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * A dinosaur as the game reports it. The game also reports dead ones (`health` 0) and those of players who have left; the reader of
 * the roster sorts them out. `growth` to `thirst` are fractions; growth may exceed 1 on some builds.
 */
export interface GameAnimal {
  readonly id: string
  readonly name: string | null
  /** Bare class name: `Carnotaurus`, never `BP_Carnotaurus_C`. */
  readonly species: string
  readonly gender: 'Male' | 'Female' | null
  readonly growth: number
  readonly health: number
  readonly stamina: number
  readonly hunger: number
  readonly thirst: number
  /** Null where the game sends no legible place. */
  readonly location: GamePoint | null
  /** Own, inherited and elder mutations, each once. */
  readonly mutations: readonly string[]
  readonly primeElder: boolean | null
}

/** Settings of the game server; null where its build does not report them. */
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

/**
 * What the game says about itself. Everything that is not in its reply, or not legible, is null; a reply in which nothing is legible is
 * an error. The game also sends its join password in clear text; the parser drops it.
 */
export interface ServerDetails {
  readonly name: string | null
  readonly map: string | null
  readonly maxPlayers: number | null
  readonly currentPlayers: number | null
  readonly dayLengthMinutes: number | null
  readonly nightLengthMinutes: number | null
  readonly hasPassword: boolean | null
  readonly flags: ServerFlags
  /** The simulator and some hosts' mods report these three; the game itself does not. Minutes are 0 to 1440. */
  readonly timeOfDayMinutes: number | null
  readonly uptimeSeconds: number | null
  readonly version: string | null
}

/**
 * `why` is a sentence for users without secrets. `since` stays while only the reason changes. `up` with a `why` means that it is signed
 * in and that nothing legible has been read for a while.
 */
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
  /** Epoch ms of the last reply that was read without an error; null before the first. */
  readonly legibleAt: number | null
  /** Logins after the first. */
  readonly reconnects: number
  /** How often each unknown key was received. */
  readonly unknownKeys: Readonly<Record<string, number>>
  /** How often each kind of unreadable data was received. */
  readonly garbage: Readonly<Record<string, number>>
}

export interface GameLink {
  readonly name: 'evrima' | 'source' | 'bridge'
  state(): LinkState
  /** Calls the listener on every change, not for the current state. Returns the unsubscribe. */
  onState(listener: (state: LinkState) => void): () => void
  players(): Promise<ListedPlayer[]>
  animals(): Promise<GameAnimal[]>
  details(): Promise<ServerDetails>
  playables(): Promise<string[]>
  /** The game's own text, whose form is not documented. */
  queue(): Promise<string>
  /** The game's reply, '' where it gave none, which is not a failure. */
  announce(text: string): Promise<string>
  counters(): LinkCounters
  close(): Promise<void>
}

export const linkErrorCodes = ['down', 'refused', 'timeout', 'garbage', 'closed', 'unsendable'] as const
/**
 * `down` not connected, or lost while asking · `refused` wrong password · `timeout` none or half a reply ·
 * `garbage` an unreadable reply · `closed` by us · `unsendable` the text does not fit the protocol.
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

/** The log of a link. A pino logger fits. */
export interface LinkLog {
  info(text: string): void
  warn(text: string): void
}

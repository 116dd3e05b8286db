import type { ActionLink } from '../actionLink.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { CommandTemplates } from '../commandTemplates.ts'
import {
  type GameLink,
  type LinkCounters,
  LinkError,
  type LinkLog,
  type ListedPlayer,
  linkErrorCodes,
} from '../link.ts'
import { type OpenSocket, openTcpSocket } from './channel.ts'
import { type Connection, createConnection } from './connection.ts'
import { createEvrimaActions } from './evrimaActions.ts'
import { announcementText } from './evrimaCommands.ts'
import { parsePlayerData, parsePlayerList } from './parsePlayers.ts'
import { parsePlayables, parseServerDetails } from './parseServerDetails.ts'
import type { Opcode } from './protocol.ts'
import { type Parsed, withoutPreamble } from './replySyntax.ts'
import { defaultTimings, type Timings } from './timings.ts'

interface EvrimaLinkOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly clock?: Clock
  /** 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<Timings>
  /** How a line is opened; TCP unless a test plays the game itself. */
  readonly open?: OpenSocket
  /** How commands are worded, where that differs from what most servers take. */
  readonly templates?: CommandTemplates
}

interface EvrimaLink extends GameLink {
  /** What can be done in the game over the same connection. */
  readonly actions: ActionLink
}

const silentLog: LinkLog = { info() {}, warn() {} }
const asText = (reply: string): Parsed<string> => ({
  value: withoutPreamble(reply).trim(),
  unknownKeys: [],
  garbage: [],
})

/** The link over the game's own RCON. It connects at once and comes back by itself until it is closed. */
export function createEvrimaLink(options: EvrimaLinkOptions): EvrimaLink {
  const { host, port, password, clock = systemClock, random = Math.random, log = silentLog } = options
  const tally = createLinkStatistics(log)
  const connection = createConnection({
    open: options.open ?? openTcpSocket(host, port),
    address: `${host}:${port}`,
    timings: { ...defaultTimings, ...options.timings },
    password,
    clock,
    random,
    log,
  })
  const ask = createAsk(connection, tally)
  // The list of players alone cannot tell names with commas apart: what was learned of those who are here is kept.
  let known: Record<'listed' | 'sighted', readonly ListedPlayer[]> = { listed: [], sighted: [] }

  const players = async () => {
    const listed = await ask('playerlist', (reply) => parsePlayerList(reply, namesById(known)))
    known = { ...known, listed }
    return listed
  }
  const sightings = async () => {
    const sighted = await ask('getplayerdata', parsePlayerData)
    known = { ...known, sighted }
    return sighted
  }

  const details = () => ask('serverdetails', parseServerDetails)

  return {
    name: 'evrima',
    state: connection.state,
    onState: connection.onState,
    players,
    animals: sightings,
    details,
    playables: () => ask('getplayables', parsePlayables),
    queue: () => ask('getqueuestatus', asText),
    announce: (text) => ask('announce', asText, () => announcementText(text)),
    counters: () => ({ ...tally.counters(), reconnects: connection.reconnects() }),
    close: async () => connection.close(),
    actions: createEvrimaActions({
      state: connection.state,
      onState: connection.onState,
      players,
      details,
      clock,
      templates: options.templates,
      onMismatch: () => connection.restart('replies did not belong to what was asked'),
      send: ({ command, argument }, leaving) => ask(command, asText, () => argument, leaving),
    }),
  }
}

/** Asks, reads the reply, and counts both. */
const createAsk =
  (connection: Connection, tally: LinkStatistics) =>
  async <T>(
    command: Opcode,
    parse: (reply: string) => Parsed<T>,
    argument?: () => string,
    leaving?: () => void,
  ): Promise<T> => {
    try {
      const sent = argument?.()
      tally.asked()
      const { text, latencyMs } = await connection.ask(command, sent, leaving)
      tally.answered(latencyMs)
      const parsed = parse(text)
      tally.read(parsed)
      return parsed.value
    } catch (error) {
      tally.failed(error)
      throw error
    }
  }

const namesById = ({ listed, sighted }: Record<'listed' | 'sighted', readonly ListedPlayer[]>) =>
  new Map([...listed, ...sighted].filter(({ name }) => name !== '').map(({ id, name }) => [id, name]))

/** A server that makes keys up must not fill our memory. */
const MAX_KEYS = 100

interface LinkStatistics {
  asked(): void
  answered(latencyMs: number | null): void
  failed(error: unknown): void
  read(parsed: Parsed<unknown>): void
  counters(): Omit<LinkCounters, 'reconnects'>
}

/** Counts what a link went through, and logs each kind of nonsense once: a broken server repeats itself all day. */
function createLinkStatistics(log: LinkLog): LinkStatistics {
  const failures = new Map(linkErrorCodes.map((code) => [code, 0]))
  const unknownKeys = new Map<string, number>()
  const garbage = new Map<string, number>()
  let requests = 0
  let latencyMs: number | null = null

  const count = (counts: Map<string, number>, name: string, firstTime: () => void) => {
    if (!counts.has(name) && counts.size >= MAX_KEYS) return
    if (!counts.has(name)) firstTime()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const countGarbage = (kind: string) =>
    count(garbage, kind, () => log.warn(`The game server sent ${kind}. Further ones are only counted.`))

  return {
    asked: () => void requests++,
    answered(latency) {
      latencyMs = latency ?? latencyMs
    },
    failed(error) {
      if (!(error instanceof LinkError)) return
      failures.set(error.code, (failures.get(error.code) ?? 0) + 1)
      if (error.code === 'garbage') countGarbage(`a reply that cannot be read: ${error.message}`)
    },
    read(parsed) {
      for (const key of parsed.unknownKeys.map(asWord))
        count(unknownKeys, key, () =>
          log.info(`The game server sends the key "${key}", which is not known and passed over.`),
        )
      for (const kind of parsed.garbage) countGarbage(kind)
    },
    counters: () => ({
      requests,
      latencyMs,
      failures: Object.fromEntries(failures) as LinkCounters['failures'],
      unknownKeys: Object.fromEntries(unknownKeys),
      garbage: Object.fromEntries(garbage),
    }),
  }
}

/** What stands where a key should may be anything: only a word is fit for a log. */
const asWord = (key: string) => (/^\w{1,60}$/.test(key) ? key : '(no word)')

import { type Clock, systemClock } from '../../engine/clock.ts'
import type { ActionLink } from '../actionLink.ts'
import type { CommandTemplates } from '../commandTemplates.ts'
import {
  type GameLink,
  type LinkCounters,
  LinkError,
  type LinkLog,
  type ListedPlayer,
  linkErrorCodes,
} from '../link.ts'
import { type Opcode, type OpenSocket, openTcpSocket } from './channel.ts'
import { type Connection, createConnection } from './connection.ts'
import { createEvrimaActions } from './evrimaActions.ts'
import { announcementText, type Parsed, withoutPreamble } from './evrimaCommands.ts'
import { replyText } from './gameText.ts'
import { isBare, parsePlayerData, parsePlayerList } from './parsePlayers.ts'
import { parsePlayables, parseServerDetails } from './parseServerDetails.ts'
import { isTypedRead } from './replyEnds.ts'
import { defaultTimings, type Timings } from './timings.ts'

interface EvrimaLinkOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly clock?: Clock
  /** 0 to 1, for the jitter of the backoff. */
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<Timings>
  /** Opens the socket; TCP unless a test plays the game. */
  readonly open?: OpenSocket
  /** Command templates, where they differ from the defaults. */
  readonly templates?: CommandTemplates
}

interface EvrimaLink extends GameLink {
  /** The actions over the same connection. */
  readonly actions: ActionLink
}

const silentLog: LinkLog = { info() {}, warn() {} }
const asText = (reply: string): Parsed<string> => ({
  value: replyText(withoutPreamble(reply)),
  unknownKeys: [],
  garbage: [],
})

/** A link over the game's own RCON. It connects at once and reconnects until it is closed. */
export function createEvrimaLink(options: EvrimaLinkOptions): EvrimaLink {
  const { host, port, password, clock = systemClock, random = Math.random, log = silentLog } = options
  const statistics = createLinkStatistics(log, () => clock.now())
  const connection = createConnection({
    open: options.open ?? openTcpSocket(host, port),
    address: `${host}:${port}`,
    timings: { ...defaultTimings, ...options.timings },
    password,
    clock,
    random,
    log,
  })
  const ask = createAsk(connection, statistics)
  // The list of players is ambiguous for names with commas, so names learned from other replies are kept.
  let known: Record<'listed' | 'observed', readonly ListedPlayer[]> = { listed: [], observed: [] }

  const [doubtList, doubtData] = [createDoubt(), createDoubt()]
  const players = async () => {
    const listed = await ask('playerlist', (reply) => doubtList(reply, parsePlayerList(reply, namesById(known))))
    known = { ...known, listed }
    return listed
  }
  const animals = async () => {
    const observed = await ask('getplayerdata', (reply) => doubtData(reply, parsePlayerData(reply)))
    known = { ...known, observed }
    return observed
  }

  const details = () => ask('serverdetails', parseServerDetails)
  const playables = () => ask('getplayables', parsePlayables)
  const queue = () => ask('getqueuestatus', asText)

  return {
    name: 'evrima',
    state: connection.state,
    onState: connection.onState,
    players,
    animals,
    details,
    playables,
    queue,
    announce: (text) => ask('announce', asText, () => announcementText(text)),
    counters: () => ({ ...statistics.counters(), reconnects: connection.reconnects() }),
    close: async () => connection.close(),
    actions: createEvrimaActions({
      state: connection.state,
      onState: connection.onState,
      players,
      animals,
      details,
      playables,
      queue,
      clock,
      templates: options.templates,
      onMismatch: () => connection.distrust(),
      send: ({ command, argument }, leaving) => ask(command, asText, () => argument, leaving),
    }),
  }
}

/** Sends a request, parses its reply and counts both. */
const createAsk =
  (connection: Connection, statistics: LinkStatistics) =>
  async <T>(
    command: Opcode,
    parse: (reply: string) => Parsed<T>,
    argument?: () => string,
    leaving?: () => void,
  ): Promise<T> => {
    try {
      const sent = argument?.()
      statistics.asked()
      const { text, latencyMs } = await connection.ask(command, sent, leaving)
      statistics.answered(latencyMs)
      const parsed = parse(text)
      statistics.read(parsed)
      if (isTypedRead(command)) {
        statistics.legible()
        connection.legible(true)
      }
      return parsed.value
    } catch (error) {
      statistics.failed(error)
      if (isTypedRead(command)) connection.legible(false)
      throw error
    }
  }

const namesById = ({ listed, observed }: Record<'listed' | 'observed', readonly ListedPlayer[]>) =>
  new Map([...listed, ...observed].flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))

/** A reply that is bare where the one before held players may have stopped: it counts when the next one is bare too. */
function createDoubt() {
  let hadPlayers = false
  return <T extends readonly unknown[]>(reply: string, parsed: Parsed<T>): Parsed<T> => {
    const isDoubted = isBare(reply) && hadPlayers
    hadPlayers = parsed.value.length > 0
    if (isDoubted) throw new LinkError('garbage', 'A reply stopped after its type.')
    return parsed
  }
}

/** Limit of counted keys, so that a server that invents keys cannot fill the memory. */
const MAX_KEYS = 100

interface LinkStatistics {
  asked(): void
  answered(latencyMs: number | null): void
  failed(error: unknown): void
  read(parsed: Parsed<unknown>): void
  legible(): void
  counters(): Omit<LinkCounters, 'reconnects'>
}

/** Counts the requests and errors of a link, and logs each kind of unreadable data once. */
function createLinkStatistics(log: LinkLog, now: () => number): LinkStatistics {
  const failures = new Map(linkErrorCodes.map((code) => [code, 0]))
  const unknownKeys = new Map<string, number>()
  const garbage = new Map<string, number>()
  let requests = 0
  let latencyMs: number | null = null
  let legibleAt: number | null = null

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
        count(unknownKeys, key, () => log.info(`The game server sends the key "${key}", which is unknown and ignored.`))
      for (const kind of parsed.garbage) countGarbage(kind)
    },
    legible() {
      legibleAt = now()
    },
    counters: () => ({
      requests,
      latencyMs,
      legibleAt,
      failures: Object.fromEntries(failures) as LinkCounters['failures'],
      unknownKeys: Object.fromEntries(unknownKeys),
      garbage: Object.fromEntries(garbage),
    }),
  }
}

/** Only words are logged, since a key may be any text. */
const asWord = (key: string) => (/^\w{1,60}$/.test(key) ? key : '(no word)')

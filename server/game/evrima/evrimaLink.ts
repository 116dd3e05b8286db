import type { ActionLink } from '../actionLink.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { GameLink, LinkLog, Listing } from '../link.ts'
import type { WordTable } from '../words/wordTable.ts'
import { announcementText } from './announcement.ts'
import { type Connection, createConnection } from './connection.ts'
import { createEvrimaActions } from './evrimaActions.ts'
import type { Opcode } from './opcodes.ts'
import type { Parsed } from './parsed.ts'
import { parsePlayables } from './parsePlayables.ts'
import { parsePlayerData } from './parsePlayerData.ts'
import { parsePlayerList } from './parsePlayerList.ts'
import { parseServerDetails } from './parseServerDetails.ts'
import { withoutPreamble } from './preamble.ts'
import { createTally, type Tally } from './tally.ts'
import { type OpenWire, tcpWire } from './tcpWire.ts'
import { defaultTimings, type Timings } from './timings.ts'

export interface EvrimaLinkOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly clock?: Clock
  /** 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<Timings>
  /** How a line is opened; TCP unless a test plays the game itself. */
  readonly open?: OpenWire
  /** How commands are worded, where that differs from what most servers take. */
  readonly words?: WordTable
}

export interface EvrimaLink extends GameLink {
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
  const tally = createTally(log)
  const connection = createConnection({
    open: options.open ?? tcpWire(host, port),
    address: `${host}:${port}`,
    timings: { ...defaultTimings, ...options.timings },
    ...{ password, clock, random, log },
  })
  const ask = createAsk(connection, tally)
  // The list of players alone cannot tell names with commas apart: what was learned of those who are here is kept.
  let known: Record<'listed' | 'sighted', readonly Listing[]> = { listed: [], sighted: [] }

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
    sightings,
    details,
    playables: () => ask('getplayables', parsePlayables),
    queue: () => ask('getqueuestatus', asText),
    announce: (text) => ask('announce', asText, () => announcementText(text)),
    counters: () => ({ ...tally.counters(), reconnects: connection.reconnects() }),
    close: async () => connection.close(),
    actions: createEvrimaActions({
      ...{ state: connection.state, onState: connection.onState, players, details, clock, words: options.words },
      outOfStep: () => connection.restart('replies did not belong to what was asked'),
      send: ({ command, argument }, leaving) => ask(command, asText, () => argument, leaving),
    }),
  }
}

/** Asks, reads the reply, and counts both. */
const createAsk =
  (connection: Connection, tally: Tally) =>
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

const namesById = ({ listed, sighted }: Record<'listed' | 'sighted', readonly Listing[]>) =>
  new Map([...listed, ...sighted].filter(({ name }) => name !== '').map(({ id, name }) => [id, name]))

import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError, type ActionLink } from '../actionLink.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createStateBoard } from '../evrima/stateBoard.ts'
import { isHarmlessTwice } from '../harmlessTwice.ts'
import type { LinkLog } from '../link.ts'
import { echoesOf } from '../withoutEchoes.ts'
import { plainLine } from '../words/actionValues.ts'
import { modWords, wordForMod } from '../words/modWords.ts'
import type { WordTable } from '../words/wordTable.ts'
import { askBridge } from './askBridge.ts'
import { judgeBridge } from './bridgeReply.ts'
import { type BridgeTimings, bridgeTimings } from './bridgeTimings.ts'
import { watchBridge } from './watchBridge.ts'

export interface BridgeLinkOptions {
  /** `/rcon/{command}` follows it. */
  readonly url: string
  readonly token?: string | null
  readonly words?: WordTable
  readonly clock?: Clock
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<BridgeTimings>
}

const silentLog: LinkLog = { info() {}, warn() {} }

/** A link to an HTTP bridge, which has a command mod do what it is asked for. */
export function createBridgeLink(options: BridgeLinkOptions): ActionLink {
  const { log = silentLog, clock = systemClock, random = Math.random, token = null } = options
  const timings = { ...bridgeTimings, ...options.timings }
  const words: WordTable = { ...modWords, ...options.words }
  const base = options.url.replace(/\/+$/, '')
  const board = createStateBoard(clock, log, `${base} (bridge)`)
  const ask = (path: string, method: 'POST' | 'HEAD', body: string, leaving = () => {}) =>
    askBridge({ url: new URL(base + path), method, body, token, clock, leaving, ...timings })
  const watch = watchBridge({ board, clock, random, timings, look: () => ask('/', 'HEAD', '') })
  const word = (action: GameAction) => wordForMod(words, action)
  let isClosed = false

  const post = async (action: GameAction, command: string) => {
    let hasLeft = false
    const leaving = () => {
      hasLeft = true
    }
    return ask(`/rcon/${action.kind}`, 'POST', JSON.stringify(bodyOf(action, command)), leaving).catch(
      (error: Error) => {
        if (!hasLeft) watch.fell(error)
        throw new ActionError(hasLeft ? 'lost' : 'notSent', error.message, { cause: error })
      },
    )
  }
  return {
    name: 'bridge',
    state: board.state,
    onState: board.onState,
    width: 4,
    can: (kind) => words[kind] !== undefined,
    isHarmlessTwice,
    word,
    async perform(action) {
      const command = word(action)
      if (isClosed) throw new ActionError('notSent', 'the link is closed')
      const { status, body } = await post(action, command)
      return judgeBridge(status, body, echoesOf(action, command))
    },
    async close() {
      isClosed = true
      watch.stop()
    },
  }
}

/** The name alone may be anybody's: the command names the id. */
const bodyOf = ({ kind, target, detail }: GameAction, command: string) => ({
  playerName: plainLine(target?.name ?? ''),
  reason: plainLine(detail.reason ?? '') || `${kind}, wanted on the website`,
  commandOverride: command,
})

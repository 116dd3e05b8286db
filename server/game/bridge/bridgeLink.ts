import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError, type ActionLink, isHarmlessTwice } from '../actionLink.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type CommandTemplates, plainLine } from '../commandTemplates.ts'
import type { LinkLog } from '../link.ts'
import { backOffMs, createLinkState, type LinkStateHolder } from '../linkState.ts'
import { modCommandText, modTemplates } from '../modTemplates.ts'
import { echoesOf } from '../replyText.ts'
import { judgeBridgeResponse, requestBridge } from './bridgeRequest.ts'

interface BridgeLinkOptions {
  /** `/rcon/{command}` follows it. */
  readonly url: string
  readonly token?: string | null
  readonly templates?: CommandTemplates
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
  const words: CommandTemplates = { ...modTemplates, ...options.templates }
  const base = options.url.replace(/\/+$/, '')
  const board = createLinkState(clock, log, `${base} (bridge)`)
  const ask = (path: string, method: 'POST' | 'HEAD', body: string, leaving = () => {}) =>
    requestBridge({ url: new URL(base + path), method, body, token, clock, leaving, ...timings })
  const watch = watchBridge({ board, clock, random, timings, look: () => ask('/', 'HEAD', '') })
  const word = (action: GameAction) => modCommandText(words, action)
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
    concurrency: 4,
    can: (kind) => words[kind] !== undefined,
    isHarmlessTwice,
    commandText: word,
    async perform(action) {
      const command = word(action)
      if (isClosed) throw new ActionError('notSent', 'the link is closed')
      const { status, body } = await post(action, command)
      return judgeBridgeResponse(status, body, echoesOf(action, command))
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

interface Watching {
  readonly board: LinkStateHolder
  readonly clock: Clock
  readonly random: () => number
  readonly timings: BridgeTimings
  /** Resolves when somebody answers there, whatever is said. */
  look(): Promise<unknown>
}

/** HTTP keeps no connection whose end would tell that a bridge is gone: it is looked for from time to time. */
function watchBridge({ board, clock, random, timings, look }: Watching) {
  let failures = 0
  let isStopped = false
  let callOff = () => {}

  const again = async () => {
    const error = await look().then(
      () => null,
      (reason: Error) => reason,
    )
    if (isStopped) return
    if (error) return fell(error)
    failures = 0
    board.set('up', null)
    callOff()
    callOff = clock.after(timings.probeEveryMs, again)
  }
  const fell = (error: Error) => {
    if (isStopped) return
    board.set('down', error.message)
    callOff()
    callOff = clock.after(backOffMs(failures++, random(), timings), again)
  }
  void again()
  return {
    fell,
    stop() {
      isStopped = true
      callOff()
      board.set('down', 'closed')
    },
  }
}

/** How patient the link is, in milliseconds. */
interface BridgeTimings {
  readonly connectMs: number
  readonly answerMs: number
  /** Between two looks whether it is there. */
  readonly probeEveryMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
}

const bridgeTimings: BridgeTimings = {
  connectMs: 3_000,
  answerMs: 10_000,
  probeEveryMs: 30_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
}

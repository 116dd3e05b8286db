import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { ActionError, type ActionLink, isHarmlessTwice } from '../actionLink.ts'
import { type CommandTemplates, modCommandText, modTemplates, plainLine } from '../commandTemplates.ts'
import type { LinkLog } from '../link.ts'
import { backOffMs, createLinkState, type LinkStateHolder } from '../linkState.ts'
import { echoesOf } from '../replyText.ts'
import { judgeBridgeResponse, requestBridge } from './bridgeRequest.ts'

interface BridgeLinkOptions {
  /** Base URL; `/rcon/{command}` is appended. */
  readonly url: string
  readonly token?: string | null
  readonly templates?: CommandTemplates
  readonly clock?: Clock
  readonly random?: () => number
  readonly log?: LinkLog
  readonly timings?: Partial<BridgeTimings>
}

const silentLog: LinkLog = { info() {}, warn() {} }

/** A link to an HTTP bridge that passes commands to a command mod. */
export function createBridgeLink(options: BridgeLinkOptions): ActionLink {
  const { log = silentLog, clock = systemClock, random = Math.random, token = null } = options
  const timings = { ...bridgeTimings, ...options.timings }
  const templates: CommandTemplates = { ...modTemplates, ...options.templates }
  const base = options.url.replace(/\/+$/, '')
  const board = createLinkState(clock, log, `${base} (bridge)`)
  const ask = (path: string, method: 'POST' | 'HEAD', body: string, leaving = () => {}) =>
    requestBridge({ url: new URL(base + path), method, body, token, clock, leaving, ...timings })
  const watch = watchBridge({ board, clock, random, timings, probe: () => ask('/', 'HEAD', '') })
  const textOf = (action: GameAction) => modCommandText(templates, action)
  let isClosed = false

  const post = async (action: GameAction, command: string) => {
    let wasSent = false
    const leaving = () => {
      wasSent = true
    }
    return ask(`/rcon/${action.kind}`, 'POST', JSON.stringify(bodyOf(action, command)), leaving).catch(
      (error: Error) => {
        if (!wasSent) watch.failed(error)
        throw new ActionError(wasSent ? 'lost' : 'notSent', error.message, { cause: error })
      },
    )
  }
  return {
    name: 'bridge',
    state: board.state,
    onState: board.onState,
    concurrency: 4,
    can: (kind) => templates[kind] !== undefined,
    isHarmlessTwice,
    commandText: textOf,
    async perform(action) {
      const command = textOf(action)
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

/** The command names the id, since a name alone is ambiguous. */
const bodyOf = ({ kind, target, detail }: GameAction, command: string) => ({
  playerName: plainLine(target?.name ?? ''),
  reason: plainLine(detail.reason ?? '') || `${kind}, requested on the website`,
  commandOverride: command,
})

interface WatchOptions {
  readonly board: LinkStateHolder
  readonly clock: Clock
  readonly random: () => number
  readonly timings: BridgeTimings
  /** Resolves on any response. */
  probe(): Promise<unknown>
}

/** Probes the bridge periodically, since HTTP has no connection whose end would show that it is gone. */
function watchBridge({ board, clock, random, timings, probe }: WatchOptions) {
  let failures = 0
  let isStopped = false
  let cancel = () => {}

  const probeAgain = async () => {
    const error = await probe().then(
      () => null,
      (reason: Error) => reason,
    )
    if (isStopped) return
    if (error) return failed(error)
    failures = 0
    board.set('up', null)
    cancel()
    cancel = clock.after(timings.probeEveryMs, probeAgain)
  }
  const failed = (error: Error) => {
    if (isStopped) return
    board.set('down', error.message)
    cancel()
    cancel = clock.after(backOffMs(failures++, random(), timings), probeAgain)
  }
  void probeAgain()
  return {
    failed,
    stop() {
      isStopped = true
      cancel()
      board.set('down', 'closed')
    },
  }
}

/** Timeouts and intervals in ms. */
interface BridgeTimings {
  readonly connectMs: number
  readonly answerMs: number
  /** Interval between two probes. */
  readonly probeEveryMs: number
  readonly firstRetryMs: number
  readonly maxRetryMs: number
}

const bridgeTimings: BridgeTimings = {
  connectMs: 3_000,
  answerMs: 10_000,
  probeEveryMs: 30_000,
  firstRetryMs: 500,
  maxRetryMs: 30_000,
}

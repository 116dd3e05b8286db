import { hostWatchedForMs } from '../../../shared/features/deliveries/hostOrders.ts'
import {
  type DeliveryKind,
  type GameAction,
  type HostKind,
  isHostKind,
} from '../../../shared/features/deliveries/kinds.ts'
import type { HostReading } from '../../../shared/features/gameHost/gameHost.ts'
import { type Clock, createWallTimes } from '../../engine/clock.ts'
import { ActionError, type ActionLink, type ActionOutcome } from '../actionLink.ts'
import { plainLine } from '../commandTemplates.ts'
import type { LinkLog, LinkState } from '../link.ts'
import type { HostAdapter, HostError, HostSight, PowerAct } from './hostAdapter.ts'
import { createHostLooks, type HostTimings, hostTimings } from './hostLooks.ts'
import { judge, type Seen, type Sent, unseenText } from './judge.ts'

/** What the connection to the game shows of it. */
export interface GameSight {
  /** Epoch ms since which the hub is signed in to it; null while it is not. A game that starts or hangs may be signed in to. */
  connectedSince(): number | null
  /** Asks the game. Ms; null where it does not report it. Rejects where it does not answer. */
  uptimeMs(): Promise<number | null>
}

interface HostLinkOptions {
  readonly adapter: HostAdapter
  readonly game: GameSight
  readonly clock: Clock
  readonly log: LinkLog
  /** Lines that only a command mod understands go to the host's console. What the game does with them is not seen. */
  readonly sendsLines?: boolean
  readonly random?: () => number
  readonly timings?: Partial<HostTimings>
}

export interface HostLink {
  readonly actions: ActionLink
  readonly adapter: HostAdapter['name']
  readonly place: string
  readonly can: HostAdapter['can']
  status(): { readonly link: LinkState; readonly reading: HostReading | null }
  /** @throws HostError */
  lookNow(): Promise<HostSight>
  /** Called after each look and each change of the link. Returns the unsubscribe. */
  onStatus(listener: () => void): () => void
  /** From now on so often, the first time at once. */
  lookEvery(ms: number): void
}

/**
 * The host of the game server as a link. What it accepted counts as done only when host and game show it afterwards: `perform` watches them
 * for ten minutes and sends once.
 */
export function createHostLink(options: HostLinkOptions): HostLink {
  const { adapter, game, clock, log, sendsLines = false } = options
  const timings = { ...hostTimings, ...options.timings }
  const looks = createHostLooks({ adapter, clock, log, timings, random: options.random ?? Math.random })
  const { lookOnce, isClosed } = looks
  const textOf = (action: GameAction) => textFor(adapter, action, sendsLines)
  const wallTimes = createWallTimes(clock, wallTimesKeptMs)
  /** The least ms that have passed since then. Where the machine's clock was set meanwhile, uptimes are not compared with what it was set by. */
  const passedSince = (at: number) => Math.max(0, Math.min(...wallTimes().map((time) => time - at)))

  const seeGame = async (isSame: (since: number) => boolean, wasDown: boolean) => {
    const since = game.connectedSince()
    if (since === null) return { answers: false, gameUptimeMs: null, wasDown: true }
    const uptime = await game.uptimeMs().then(
      (ms) => ({ ms }),
      () => null,
    )
    return { answers: uptime !== null, gameUptimeMs: uptime?.ms ?? null, wasDown: wasDown || !isSame(since) }
  }
  const see = async ({ kind, name, startedAt, isSame }: Watched, wasDown: boolean): Promise<Seen> => {
    const isBackup = kind === 'backupGame'
    const backup = (isBackup && (await adapter.backups?.find(name).catch(() => 'none' as const))) || 'none'
    const host = isBackup ? null : await lookOnce().catch(() => null)
    const sight = isBackup ? { answers: false, gameUptimeMs: null, wasDown } : await seeGame(isSame, wasDown)
    const sinceMs = clock.monotonic() - startedAt
    return { ...sight, sinceMs, host, backup, wasDown: sight.wasDown || host?.state === 'offline' }
  }
  /** Watches until it is seen to have happened. @throws ActionError lost at the limit, with what was seen instead */
  const watch = async (sent: Sent, watched: Watched, lostBy: string | null): Promise<ActionOutcome> => {
    let seen: Seen | null = null
    for (;;) {
      seen = await see(watched, seen?.wasDown ?? false)
      const outcome = judge(sent, seen)
      if (outcome) return outcome
      if (isClosed()) throw new ActionError('lost', 'The hub stopped before it was seen.')
      if (seen.sinceMs >= timings.watchedForMs) throw new ActionError('lost', unseenText(sent, seen, lostBy))
      await looks.pause(timings.watchEveryMs)
    }
  }

  const perform = async (action: GameAction, leaving: () => void): Promise<ActionOutcome> => {
    const text = textOf(action)
    if (isClosed()) throw new ActionError('notSent', 'the link is closed')
    if (action.kind === 'console') return sendLine(adapter, text, leaving)
    const kind = action.kind as HostKind
    const before = await lookOnce().catch((error: HostError) => {
      throw new ActionError('notSent', error.message, { cause: error })
    })
    const connectedSince = game.connectedSince()
    const isSame = (since: number) => since === connectedSince
    const { answers } = await seeGame(isSame, false)
    const needless = needlessNow(kind, adapter, before, answers)
    if (needless) return needless
    const watched = { kind, name: backupName(action), startedAt: clock.monotonic(), isSame }
    const sent = await send(adapter, kind, watched.name, leaving)
    if ('outcome' in sent) return sent.outcome
    const { lostBy } = sent
    return watch({ kind, isAccepted: lostBy === null, uptimeBeforeMs: before.uptimeMs }, watched, lostBy)
  }
  /** Of an action of which only this is known: another node sent it. */
  const ofEarlier = (action: GameAction, sentAt: number) => {
    const kind = action.kind as HostKind
    const startedAt = clock.monotonic() - passedSince(sentAt)
    return {
      sent: { kind, isAccepted: false, uptimeBeforeMs: null },
      watched: { kind, name: backupName(action), startedAt, isSame: (since: number) => since <= sentAt },
    }
  }
  const actions: ActionLink = {
    name: 'host',
    state: looks.state,
    onState: looks.onState,
    concurrency: 2,
    can: (kind) => canDo(adapter, kind, sendsLines),
    isHarmlessTwice: () => false,
    commandText: textOf,
    reportsDeparture: true,
    perform: (action, leaving = () => {}) => perform(action, leaving),
    async findOutcome(action, sentAt) {
      if (!isHostKind(action.kind)) return null
      const { sent, watched } = ofEarlier(action, sentAt)
      return judge(sent, await see(watched, false))
    },
    watchOutcome(action, sentAt) {
      if (!isHostKind(action.kind) || passedSince(sentAt) > timings.watchedForMs) return null
      const { sent, watched } = ofEarlier(action, sentAt)
      return watch(sent, watched, 'The hub stopped before the host answered.')
    },
    whyUnanswered: (kind) =>
      isHostKind(kind)
        ? `It has not been seen to happen yet. It is watched for ${timings.watchedForMs / 60_000} minutes.`
        : null,
    async close() {
      looks.close()
      await adapter.close()
    },
  }
  const { name, place, can } = adapter
  const { status, onStatus, lookEvery } = looks
  return { actions, adapter: name, place, can, status, lookNow: lookOnce, onStatus, lookEvery }
}

/** An action whose effect is looked for. */
interface Watched {
  readonly kind: HostKind
  /** When it was sent, of the monotonic clock. */
  readonly startedAt: number
  /** Of its backup. */
  readonly name: string
  /** Whether the present connection to the game, open since then, is the one in which it was sent. */
  isSame(since: number): boolean
}

/** How long it is remembered that the machine's clock was set: longer than any action is watched. */
const wallTimesKeptMs = 6 * hostWatchedForMs

const isPower = (kind: HostKind): kind is PowerAct => kind !== 'backupGame'

function canDo({ can }: HostAdapter, kind: DeliveryKind, sendsLines: boolean): boolean {
  if (kind === 'start' || kind === 'restart' || kind === 'shutdown') return can[kind]
  if (kind === 'backupGame') return can.backups !== 'none'
  return kind === 'console' && can.console && sendsLines
}

function textFor(adapter: HostAdapter, action: GameAction, sendsLines: boolean): string {
  const { kind, detail } = action
  if (!canDo(adapter, kind, sendsLines)) throw new ActionError('unsendable', `the host cannot do ${kind}`)
  if (isHostKind(kind)) return adapter.textOf(isPower(kind) ? kind : 'backup')
  const line = plainLine(detail.text ?? '')
  if (line === '') throw new ActionError('unsendable', 'the text is empty')
  return line
}

/** The same for each look at it, even of another node: a delivery brings its id. */
const backupName = (action: GameAction & { readonly id?: string }) => `waterhole-${action.id ?? 'backup'}`.slice(0, 100)

/** What need not be sent, or must not be. Null: it is sent. */
function needlessNow(
  kind: HostKind,
  { can }: HostAdapter,
  { state }: HostSight,
  answers: boolean,
): ActionOutcome | null {
  const already = (reply: string): ActionOutcome => ({ state: 'confirmed', reply, why: null, changed: false })
  const refused = (why: string): ActionOutcome => ({ state: 'refused', reply: null, why })
  if (kind === 'start' && answers) return already('The game server was running already.')
  if (kind === 'start' && state === 'running')
    return refused('The host says that the game server runs, and the game does not answer. Restart it.')
  if (kind === 'shutdown' && state === 'offline' && !answers) return already('The game server was off already.')
  if (kind !== 'backupGame' || can.backups !== 'whileStopped' || (state === 'offline' && !answers)) return null
  return refused(
    state === null && !answers
      ? "A backup of the folder needs the game server to be off, and the host doesn't report whether it is. Check the status program of HOST_COMMANDS."
      : 'A backup of the folder needs the game server to be off, or its files would not belong together. Shut it down first.',
  )
}

type SendResult = { readonly outcome: ActionOutcome } | { readonly lostBy: string | null }

async function send(adapter: HostAdapter, kind: HostKind, name: string, leaving: () => void): Promise<SendResult> {
  leaving()
  try {
    await (isPower(kind) ? adapter.power(kind) : adapter.backups?.begin(name))
    return { lostBy: null }
  } catch (error) {
    const { code, message } = error as HostError
    if (code === 'notSent') throw new ActionError('notSent', message, { cause: error })
    if (code === 'refused' || code === 'denied') return { outcome: { state: 'refused', reply: null, why: message } }
    return { lostBy: message }
  }
}

async function sendLine({ sendLine: send }: HostAdapter, line: string, leaving: () => void): Promise<ActionOutcome> {
  leaving()
  await send?.(line).catch((error: HostError) => {
    throw new ActionError(error.code === 'lost' ? 'lost' : 'notSent', error.message, { cause: error })
  })
  throw new ActionError('lost', "The host's console took the line. What the game did with it is not shown there.")
}

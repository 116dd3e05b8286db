import type { DocumentId } from '../../shared/engine/document.ts'
import type { Watching } from '../../shared/protocol/watch.ts'
import type { Calls } from './calls.ts'
import { tooFast } from './calls.ts'
import type { Doorman } from './doorman.ts'
import { disconnect, type HubSocket } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Seating } from './seating.ts'
import type { Tap } from './tap.ts'
import { tooLarge } from './upParser.ts'
import type { Viewer } from './viewer.ts'
import type { WatchingEvents } from './watching.ts'
import { isWellFormed } from './wellFormed.ts'

export interface ReceptionParts {
  readonly calls: Calls
  readonly watching: WatchingEvents
  readonly doorman: Doorman
  readonly seating: Pick<Seating, 'reauthorize'>
  readonly tap: Pick<Tap, 'up'>
  readonly metrics: Pick<GatewayMetrics, 'heard'>
  drop(viewer: Viewer, ...ids: DocumentId[]): void
  onFault(what: string, error: unknown): void
}

type Acknowledge = (answer: unknown) => void
/** Takes a message that was admitted; false when it has not the right form. */
type Take = (viewer: Viewer, message: unknown, acknowledge: Acknowledge) => boolean

interface Taking {
  readonly event: 'command' | 'query' | 'watch' | 'unwatch'
  /** By which rate it is counted. */
  readonly ask: 'command' | 'query' | 'watch'
  readonly take: Take
  readonly no?: unknown
}

/**
 * Everything that comes up, in the order of the checks: form of the event, rate, session, form of the message. Nothing
 * that a client sends may throw past here.
 */
export function createReception({ calls, watching, doorman, seating, tap, metrics, drop, onFault }: ReceptionParts) {
  const takes = new Map<unknown, Taking>([
    ['command', { event: 'command', ask: 'command', take: calls.command, no: tooFast }],
    ['query', { event: 'query', ask: 'query', take: calls.query, no: tooFast }],
    ['watch', { event: 'watch', ask: 'watch', take: watching.watch }],
    ['unwatch', { event: 'unwatch', ask: 'watch', take: watching.unwatch }],
  ])
  const garbled = (viewer: Viewer, event: Taking['event'] | 'none', code: 'malformed' | 'tooLarge') => {
    metrics.heard(event, 'malformed')
    doorman.garbled(viewer, code)
  }

  const receive = (viewer: Viewer, event: unknown, told: readonly unknown[]) => {
    const known = takes.get(event)
    const parts = partsOf(told, event !== 'unwatch')
    if (!known || !parts) return garbled(viewer, known?.event ?? 'none', event === tooLarge ? tooLarge : 'malformed')
    const acknowledge = tap.up(viewer, event, parts.message, parts.acknowledge)
    // A watch that comes too fast is not answered: "refused" would not be true of it. It is asked for again.
    const isAdmitted = doorman.admits(viewer, known.ask)
    if (!isAdmitted) {
      metrics.heard(known.event, 'tooFast')
      return known.no && acknowledge(known.no)
    }
    seating.reauthorize(viewer)
    if (known.take(viewer, parts.message, acknowledge)) metrics.heard(known.event, 'fine')
    else garbled(viewer, known.event, 'malformed')
  }

  const guarded = (viewer: Viewer, event: unknown, told: readonly unknown[]) => {
    try {
      receive(viewer, event, told)
    } catch (error) {
      onFault(`message ${String(event).slice(0, 40)}`, error)
      disconnect(viewer.line)
    }
  }
  return {
    listen: (socket: HubSocket, viewer: Viewer) =>
      void socket.onAny((event: unknown, ...told: unknown[]) => guarded(viewer, event, told)),
    /** A watch that was asked for with the connection: nobody waits for its answer, so what is refused is dropped. */
    first: (viewer: Viewer, watch: unknown) =>
      guarded(viewer, 'watch', [
        watch,
        ({ refused }: Watching) => refused.length > 0 && drop(viewer, ...(refused as DocumentId[])),
      ]),
  }
}
export type Reception = ReturnType<typeof createReception>

const ignore = () => {}

/** One message, and the way to answer if there has to be one; null when it is anything else. */
function partsOf(told: readonly unknown[], isAnswered: boolean) {
  const [message, acknowledge = ignore] = told
  const isCall = typeof acknowledge === 'function' && (acknowledge !== ignore || !isAnswered)
  if (!isCall || told.length > 2 || !isWellFormed(message)) return null
  return { message, acknowledge: acknowledge as Acknowledge }
}

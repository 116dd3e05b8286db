import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import { type Meters, roundTripMs } from './meters.ts'

/** Reads from the game, and actions in it. */
export function createLinkMetrics({ counter, gauge, histogram }: Meters) {
  const latencyMs = histogram('link_latency_ms', "The game's response time, ms", roundTripMs)
  const readMs = histogram('link_read_ms', 'Duration of a read from the game, ms', roundTripMs, ['read'])
  const readFailures = counter('link_read_failures_total', 'Failed reads from the game', ['read'])
  const actionMs = histogram('link_action_ms', 'Time from sending an action to its reply, ms', roundTripMs, ['link'])
  const actions = counter('link_actions_total', 'Actions sent over a link', ['link', 'kind', 'outcome'])
  const up = gauge('link_up', 'Whether a link to the game is up', ['link'])
  const logLines = counter('log_lines_total', "Lines read from the game's log", ['kind'])
  const stayDifferences = gauge(
    'log_stay_differences',
    'Players who are in the game by either its log or the readings, but not by both',
  )
  return {
    /** @param unknown of those, the lines of a known category that were not legible */
    logRead({ read, unknown }: { readonly read: number; readonly unknown: number }) {
      logLines.inc({ kind: 'legible' }, read - unknown)
      logLines.inc({ kind: 'unknown' }, unknown)
    },
    stayDifferences: (count: number) => stayDifferences.set(count),
    latency: (ms: number) => latencyMs.observe(ms),
    read: (read: string, ms: number) => readMs.observe({ read }, ms),
    readFailed: (read: string) => readFailures.inc({ read }),
    /** @param outcome confirmed or refused by the game, or the fault: notSent, lost, unsendable, fault */
    acted(link: string, kind: DeliveryKind, outcome: string, ms: number) {
      actions.inc({ link, kind, outcome })
      actionMs.observe({ link }, ms)
    },
    state: (link: string, isUp: boolean) => up.set({ link }, isUp ? 1 : 0),
  }
}
type LinkMetrics = ReturnType<typeof createLinkMetrics>

/** An action that was sent over a link, and its outcome. */
export interface ActionEvent {
  readonly link: string
  readonly kind: GameAction['kind']
  readonly delivery: string | null
  readonly commandId: string | null
  /** The game's answer, or the fault. */
  readonly outcome: string
  readonly ms: number
}

/** The part of `server/game/actionLink.ts` that is measured. */
interface MeasuredActionLink {
  readonly name: string
  state(): { readonly name: string }
  onState(listener: () => void): unknown
  perform(action: GameAction, leaving?: () => void): Promise<{ readonly state: string }>
}
/** The part of `server/game/link.ts` that is measured. */
interface MeasuredLink {
  players(): Promise<unknown>
  animals(): Promise<unknown>
  details(): Promise<unknown>
}

/** The same links, with the duration and the failures of reads and actions measured. */
export const measureGame = <
  G extends { readonly link: MeasuredLink; readonly actionLinks: readonly MeasuredActionLink[] },
>(
  game: G,
  metrics: LinkMetrics,
  onAction: (event: ActionEvent) => void,
): G => ({
  ...game,
  link: measureReads(game.link, metrics),
  actionLinks: game.actionLinks.map((link) => measureActions(link, metrics, onAction)),
})

function measureReads<L extends MeasuredLink>(link: L, metrics: LinkMetrics): L {
  const timed = async <T>(read: keyof MeasuredLink, reading: Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      const answer = await reading
      metrics.read(read, performance.now() - startedAt)
      return answer
    } catch (error) {
      metrics.readFailed(read)
      throw error
    }
  }
  const reads: MeasuredLink = {
    players: () => timed('players', link.players()),
    animals: () => timed('animals', link.animals()),
    details: () => timed('details', link.details()),
  }
  return { ...link, ...reads }
}

/** Fields by which a delivery is found in the log. */
interface DeliveryTrace {
  readonly id?: string
  readonly commandId?: string | null
}

function measureActions<L extends MeasuredActionLink>(
  link: L,
  metrics: LinkMetrics,
  onAction: (event: ActionEvent) => void,
): L {
  const reportState = () => metrics.state(link.name, link.state().name === 'up')
  link.onState(reportState)
  reportState()
  const measured: Pick<MeasuredActionLink, 'perform'> = {
    async perform(action: GameAction & DeliveryTrace, leaving) {
      const startedAt = performance.now()
      const report = (outcome: string) => {
        const ms = performance.now() - startedAt
        const { kind, id = null, commandId = null } = action
        metrics.acted(link.name, kind, outcome, ms)
        onAction({ link: link.name, kind, delivery: id, commandId, outcome, ms })
      }
      try {
        const outcome = await link.perform(action, leaving)
        report(outcome.state)
        return outcome
      } catch (error) {
        report(codeOf(error))
        throw error
      }
    },
  }
  return { ...link, ...measured }
}

const faultCodes = ['notSent', 'lost', 'unsendable']
const codeOf = (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return faultCodes.includes(code) ? code : 'fault'
}

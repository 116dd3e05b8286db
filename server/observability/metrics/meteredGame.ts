import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { LinkMetrics } from './linkMetrics.ts'

/** What a delivery says of itself beside what is to be done. */
interface Traced {
  readonly id?: string
  readonly commandId?: string | null
}

/** What a link was given to do, and how that ended. */
export interface ActTold {
  readonly link: string
  readonly kind: GameAction['kind']
  readonly delivery: string | null
  readonly commandId: string | null
  /** As the game answered, or why it did not. */
  readonly outcome: string
  readonly ms: number
}

/** What is wanted here of `server/game/actionLink.ts`. */
interface Acting {
  readonly name: string
  state(): { readonly name: string }
  onState(listener: () => void): unknown
  perform(action: GameAction, leaving?: () => void): Promise<{ readonly state: string }>
}
/** And of `server/game/link.ts`. */
interface Reading {
  players(): Promise<unknown>
  sightings(): Promise<unknown>
  details(): Promise<unknown>
}

/** The same game, of which it is told how long it takes to read and to have something done in it. */
export function meteredGame<G extends { readonly link: Reading; readonly actionLinks: readonly Acting[] }>(
  game: G,
  metrics: LinkMetrics,
  told: (act: ActTold) => void,
): G {
  return {
    ...game,
    link: meteredReading(game.link, metrics),
    actionLinks: game.actionLinks.map((link) => meteredActing(link, metrics, told)),
  }
}

function meteredReading<L extends Reading>(link: L, metrics: LinkMetrics): L {
  const timed = async <T>(read: keyof Reading, asked: Promise<T>): Promise<T> => {
    const beganAt = performance.now()
    try {
      const answer = await asked
      metrics.read(read, performance.now() - beganAt)
      return answer
    } catch (error) {
      metrics.readFailed(read)
      throw error
    }
  }
  const reading: Reading = {
    players: () => timed('players', link.players()),
    sightings: () => timed('sightings', link.sightings()),
    details: () => timed('details', link.details()),
  }
  return { ...link, ...reading }
}

function meteredActing<L extends Acting>(link: L, metrics: LinkMetrics, told: (act: ActTold) => void): L {
  const tellState = () => metrics.state(link.name, link.state().name === 'up')
  link.onState(tellState)
  tellState()
  const acting: Pick<Acting, 'perform'> = {
    async perform(action: GameAction & Traced, leaving) {
      const beganAt = performance.now()
      const ended = (outcome: string) => {
        const ms = performance.now() - beganAt
        const { kind, id = null, commandId = null } = action
        metrics.acted(link.name, kind, outcome, ms)
        told({ link: link.name, kind, delivery: id, commandId, outcome, ms })
      }
      try {
        const outcome = await link.perform(action, leaving)
        ended(outcome.state)
        return outcome
      } catch (error) {
        ended(codeOf(error))
        throw error
      }
    },
  }
  return { ...link, ...acting }
}

const codes = ['notSent', 'lost', 'unsendable']
const codeOf = (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes.includes(code) ? code : 'fault'
}

import type { PlayerId } from '../../../shared/engine/ids.ts'
import { beginLook, endLook } from '../../../shared/features/looks/commands.ts'
import type { Look } from '../../../shared/features/looks/looks.ts'
import type { Clock } from '../../engine/clock.ts'

interface SessionParts {
  readonly clock: Clock
  readonly account: PlayerId
  readonly name: string
  readonly at: Look['at']
  /** It was begun under another authority, and is written down. */
  readonly isOpen?: boolean
  give(order: string, input: unknown): void
  onEnded(): void
}

/** One session of looking, from its first moment until nobody has looked for a while. */
export function createSession({ clock, account, name, at, isOpen = false, give, onEnded }: SessionParts) {
  let cancel = () => {}
  let to: number | null = null
  if (!isOpen) give(beginLook.name, { account, name, at, from: clock.now() })

  const end = () => {
    const now = clock.now()
    cancel()
    give(endLook.name, { account, at, to: Math.min(to ?? now, now), cut: to === null || to > now })
    onEnded()
  }
  return {
    /** It is being looked, until further notice. */
    goesOn() {
      cancel()
      to = null
    },
    /** Ends after `restMs`, unless it goes on meanwhile. @param endsAt epoch ms of the end that is written down then */
    rests(restMs: number, endsAt: number) {
      cancel()
      to = endsAt
      cancel = clock.after(restMs, end)
    },
    /** The hub stops: what goes on is cut short, what rests has ended already. */
    end,
    /** Another authority goes on with it. */
    leave: () => cancel(),
  }
}
export type Session = ReturnType<typeof createSession>

import type { LoadWish } from './loadWish.ts'
import type { Told } from './told.ts'

/** So many at most are on their way in at once, or as many as come in two seconds: a hub that does not keep up is not pressed further. */
const mostWaiting = 300
/** Whoever has not come so long after they should have is not waited for. */
const patienceMs = 20_000

/** Who comes when: evenly, guests and players mixed, and slower where the hub is slow to let them in. */
export function createRamp({
  viewers,
  players,
  rampPerSecond,
}: Pick<LoadWish, 'viewers' | 'players' | 'rampPerSecond'>) {
  const total = viewers + players
  const mayWait = Math.max(mostWaiting, 2 * rampPerSecond)
  const plannedMs = (total / rampPerSecond) * 1_000
  let sent = 0
  let sentPlayers = 0
  let here = 0
  return {
    heard(told: Pick<Told, 'viewers' | 'players'>) {
      here = told.viewers + told.players
    },
    /** @param ms since the beginning */
    due(ms: number) {
      const planned = Math.min(total, Math.ceil((total * ms) / plannedMs))
      const count = Math.max(0, Math.min(planned - sent, mayWait - (sent - here)))
      sent += count
      const playersNow = Math.round((players * sent) / total) - sentPlayers
      sentPlayers += playersNow
      return { viewers: count - playersNow, players: playersNow }
    },
    isOver: (ms: number) => (sent === total && here >= total) || ms > plannedMs * 2 + patienceMs,
  }
}

import { noteIn } from './spread.ts'
import { type CountName, nothingTold, type SpanName, type Told } from './told.ts'

const lookEveryMs = 50

/** What one process of viewers writes down as it goes, until it is asked for. */
export function createLedger() {
  let told = nothingTold()
  let ownLagMs = 0
  let lookedAt = performance.now()
  const look = () => {
    const now = performance.now()
    ownLagMs = Math.max(ownLagMs, now - lookedAt - lookEveryMs)
    lookedAt = now
  }
  setInterval(look, lookEveryMs).unref()
  return {
    count(name: CountName, by = 1) {
      told.counts[name] += by
    },
    took: (name: SpanName, ms: number) => noteIn(told.spans[name], ms),
    trouble(code: string) {
      told.troubles[code] = (told.troubles[code] ?? 0) + 1
    },
    /** All since it was last taken. */
    take(present: Pick<Told, 'viewers' | 'players'>): Told {
      look()
      const taken = { ...told, ...present, ownLagMs }
      told = nothingTold()
      ownLagMs = 0
      return taken
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

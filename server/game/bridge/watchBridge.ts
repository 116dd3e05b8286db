import type { Clock } from '../clock.ts'
import { backOffMs } from '../evrima/backOff.ts'
import type { StateBoard } from '../evrima/stateBoard.ts'
import type { BridgeTimings } from './bridgeTimings.ts'

interface Watching {
  readonly board: StateBoard
  readonly clock: Clock
  readonly random: () => number
  readonly timings: BridgeTimings
  /** Resolves when somebody answers there, whatever is said. */
  look(): Promise<unknown>
}

/** HTTP keeps no connection whose end would tell that a bridge is gone: it is looked for from time to time. */
export function watchBridge({ board, clock, random, timings, look }: Watching) {
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
    callOff = clock.after(timings.lookEveryMs, again)
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

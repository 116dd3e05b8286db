import type { Clock } from '../../clock.ts'
import type { Game } from '../game.ts'
import type { Listener } from '../listener.ts'
import type { Random } from '../random.ts'
import { type DoorFaults, isUnheard, type Trouble, troubles } from './doorFaults.ts'
import { runMod, type Said } from './modPowers.ts'

export interface DoorCommand {
  /** Counts up from 1, in the order of arrival. */
  readonly number: number
  readonly at: number
  readonly line: string
  /** Whether the world was changed by it, whatever was answered. */
  readonly isDone: boolean
}

export interface DoorDesk {
  readonly faults: DoorFaults
  /** In the order of arrival; the oldest are forgotten. */
  readonly log: readonly DoorCommand[]
  run(line: string): { readonly said: Said; readonly trouble: Trouble | null }
  noise(bytes: number): Buffer
  pause(): Promise<void>
}

export interface DoorWorld {
  readonly game: Game
  readonly clock: Clock
  readonly noise: Random
}

const mostCommands = 50_000

/** Has commands done in the world, and says what is to go wrong with each. */
export function createDoorDesk({ game, clock, noise }: DoorWorld, listener: () => Listener): DoorDesk {
  const log: DoorCommand[] = []
  let number = 0
  const faults: DoorFaults = {
    ...{ delay: 0, refusePassword: false, next: [], share: 0 },
    cut: () => listener().cut(),
    restore: () => listener().restore(),
    drop: () => listener().drop(),
  }
  const befall = () =>
    faults.next.shift() ?? (faults.share > 0 && noise.chance(faults.share) ? noise.pick(troubles) : null)
  return {
    faults,
    log,
    run(line) {
      const trouble = befall()
      const said = isUnheard(trouble) ? { isDone: false, text: '' } : runMod(game, line)
      log.push({ number: ++number, at: clock.now(), line, isDone: said.isDone })
      if (log.length > mostCommands) log.splice(0, mostCommands / 10)
      return { said, trouble }
    },
    noise: (bytes) => Buffer.from(Array.from({ length: bytes }, () => Math.floor(noise() * 256))),
    pause: () => new Promise<void>((resolve) => void clock.after(faults.delay, resolve)),
  }
}

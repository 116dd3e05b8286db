import type { Clock } from '../../engine/clock.ts'

/** Whether the request arrived is unknown. */
export class Unreachable extends Error {}

interface ConnectionOptions {
  readonly clock: Clock
  /** The delay of a message in ms; 0 for none. */
  readonly delay: () => number
}

/**
 * The connection of one node: messages arrive in order and delayed, and not while it is cut. While the node is paused, messages and its
 * own timers wait, as in a stopped process.
 */
export function createNodeConnection({ clock, delay }: ConnectionOptions) {
  const inbox = createInbox()
  const whys: Record<Channel, string | null> = { store: null, bus: null }
  const mended = new Set<(line: Channel) => void>()
  let since = clock.now()

  const hop = createHops({ clock, delay })
  /** Runs `work` at the store and returns its result. @throws Unreachable */
  const ask = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const check = (where: string) => {
      if (whys.store) throw new Unreachable(`The store was lost ${where}: ${whys.store}`)
    }
    await new Promise<void>((arrived) => hop('up', arrived))
    check('on the way there')
    const result = await work()
    await new Promise<void>((arrived) => hop('down', () => inbox.take(arrived)))
    check('on the way back')
    return result
  }
  return {
    ask,
    /** Delivers something to the node. */
    come: (act: () => void) => hop('down', () => inbox.take(act)),
    why: (line: Channel) => whys[line],
    since: () => since,
    cut(line: Channel, why = 'cut') {
      whys[line] = why
      since = clock.now()
    },
    mend(line: Channel) {
      if (whys[line] === null) return
      whys[line] = null
      since = clock.now()
      for (const listener of mended) listener(line)
    },
    onMended: (listener: (line: Channel) => void) => void mended.add(listener),
    pause: inbox.hold,
    resume: inbox.open,
    clock: clockOf(clock, inbox.take),
  }
}
export type NodeConnection = ReturnType<typeof createNodeConnection>
export type Channel = 'store' | 'bus'

/** The node's clock: timers that fall due while it is paused run when it resumes. */
const clockOf = (clock: Clock, take: (act: () => void) => void): Clock => ({
  now: clock.now,
  monotonic: clock.monotonic,
  after(ms, act) {
    let isCancelled = false
    const cancel = clock.after(ms, () => take(() => !isCancelled && act()))
    return () => {
      isCancelled = true
      cancel()
    }
  },
})

/** Delays messages and keeps their order. */
function createHops({ clock, delay }: ConnectionOptions) {
  const lastAt = { up: 0, down: 0 }
  return (way: 'up' | 'down', arrive: () => void) => {
    const at = Math.max(lastAt[way], clock.now() + delay())
    lastAt[way] = at
    if (at <= clock.now()) queueMicrotask(arrive)
    else clock.after(at - clock.now(), arrive)
  }
}

/** Passes messages on, or keeps them while held. */
function createInbox() {
  let isHeld = false
  const waiting: (() => void)[] = []
  /** As a resumed process: the effects of each message run before the next, in growing batches. */
  const drain = (atOnce: number) => {
    for (let left = atOnce; left > 0 && !isHeld; left -= 1) waiting.shift()?.()
    if (waiting.length > 0 && !isHeld) setImmediate(drain, 2 * atOnce)
  }
  return {
    take(act: () => void) {
      if (!isHeld && waiting.length === 0) act()
      else waiting.push(act)
    },
    hold() {
      isHeld = true
    },
    open() {
      isHeld = false
      drain(1)
    },
  }
}

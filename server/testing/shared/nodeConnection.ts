import type { Clock } from '../../engine/clock.ts'

/** It is not known whether it arrived. */
export class Unreachable extends Error {}

interface LineParts {
  readonly clock: Clock
  /** Ms that something takes from here to there; 0: at once, without the clock. */
  readonly delay: () => number
}

/**
 * What goes between one node and the outside: in order, with its delays, and not at all while it is cut. While the node is paused,
 * whatever comes to it waits, its own timers as well, as with a stopped process.
 */
export function createNodeConnection({ clock, delay }: LineParts) {
  const inbox = createInbox()
  const whys: Record<Channel, string | null> = { store: null, bus: null }
  const mended = new Set<(line: Channel) => void>()
  let since = clock.now()

  const hop = createHops({ clock, delay })
  /** Does `work` at the store and comes back with what it gave. @throws Unreachable */
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
    /** Something comes to the node. */
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

/** Time as the node has it: what falls due while it is paused comes when it wakes. */
const clockOf = (clock: Clock, take: (act: () => void) => void): Clock => ({
  now: clock.now,
  after(ms, act) {
    let isCancelled = false
    const cancel = clock.after(ms, () => take(() => !isCancelled && act()))
    return () => {
      isCancelled = true
      cancel()
    }
  },
})

/** What is sent one after the other arrives one after the other. */
function createHops({ clock, delay }: LineParts) {
  const lastAt = { up: 0, down: 0 }
  return (way: 'up' | 'down', arrive: () => void) => {
    const at = Math.max(lastAt[way], clock.now() + delay())
    lastAt[way] = at
    if (at <= clock.now()) queueMicrotask(arrive)
    else clock.after(at - clock.now(), arrive)
  }
}

/** Hands on what comes, or keeps it until it is opened again. */
function createInbox() {
  let isHeld = false
  const waiting: (() => void)[] = []
  /** As a process that wakes finds what waits for it: what the first sets off is done before the next, and soon all has been read. */
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

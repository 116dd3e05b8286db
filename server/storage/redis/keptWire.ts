import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './answers.ts'
import { movedTo } from './movedTo.ts'
import type { Caller } from './script.ts'
import { openWire, type Wire, type Words } from './wire.ts'

/** How long it is waited after each failed try; the last one again and again. */
const WAITS_MS = [20, 50, 100, 200, 300, 500] as const

/** Done on a new connection before it counts as up. @param signal ends it: the connection is not wanted any more */
export type Preparing = (line: Caller, signal: AbortSignal) => Promise<void>

/** A cluster that is being changed may send one on more than once. */
const mostHops = 3

interface KeptWireParts {
  readonly url: string
  readonly withinMs: number
  readonly prepare: Preparing
  /** Asks for a key of ours: a node of a cluster says by its answer whether it is the right one. */
  readonly probe: Words
  readonly onUp: () => void
  /** It was lost, or could not be opened again: each time. */
  readonly onDown: (why: unknown) => void
  readonly closing: AbortSignal
}

/** A connection that is ready to be used, to the node of a cluster where our keys lie. */
async function openAt(parts: KeptWireParts, address: string, within: number, hops = mostHops): Promise<Wire> {
  const opened = await openWire(address, within)
  const line = answeringWithin(opened, within)
  try {
    await line.call(parts.probe).catch((error) => {
      // What else it has against us is found when it is used.
      if (!(error instanceof Refused) || movedTo(address, error)) throw error
    })
    await parts.prepare(line, parts.closing)
    return opened
  } catch (error) {
    opened.destroy(error as Error)
    const there = hops > 0 ? movedTo(address, error) : null
    if (there) return openAt(parts, there, within, hops - 1)
    throw error
  }
}

/** One connection at a time: a new one whenever the last was lost. */
export function createKeptWire(parts: KeptWireParts) {
  const { url, withinMs, onUp, onDown, closing } = parts
  let wire: Wire | null = null
  let reopening: Promise<void> | null = null

  const open = async (within: number) => {
    const opened = await openAt(parts, url, within)
    if (closing.aborted) return opened.destroy(new Error('It is being closed.'))
    wire = opened
    onUp()
    opened.onEnd((why) => {
      wire = null
      if (closing.aborted) return
      onDown(why)
      void reopen()
    })
  }
  const tryAgain = async () => {
    for (let tries = 0; wire === null && !closing.aborted; tries += 1) {
      await open(withinMs).catch(onDown)
      const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]
      if (wire === null) await sleep(waitMs, null, { signal: closing }).catch(() => {})
    }
  }
  /** One at a time: a connection that is lost as soon as it was opened is a reason for one more try, not for two. */
  const reopen = () => {
    reopening ??= tryAgain().finally(() => {
      reopening = null
      if (wire === null && !closing.aborted) void reopen()
    })
    return reopening
  }
  return {
    wire: () => wire,
    /** Once. @throws why not */
    open,
    /** As soon as it can be done. */
    reopen,
  }
}

/** Nobody watches a connection yet that is being prepared: what it does not answer in time ends it. */
const answeringWithin = (wire: Wire, withinMs: number): Caller => ({
  async call(words) {
    const late = () => wire.destroy(new Error(`it does not answer within ${withinMs} ms`))
    const timer = setTimeout(late, withinMs)
    return wire.call(words).finally(() => clearTimeout(timer))
  },
})

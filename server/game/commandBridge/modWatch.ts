import type { Clock } from '../../engine/clock.ts'
import type { LinkLog, LinkState } from '../link.ts'
import { createLinkState } from '../linkState.ts'
import type { BridgeAnswer } from './answers.ts'
import type { Transport } from './transport.ts'
import { lineOf } from './verbs.ts'

interface ModWatchOptions {
  readonly transport: Pick<Transport, 'name' | 'offer' | 'withdraw'>
  readonly clock: Clock
  readonly log: LinkLog
  readonly newId: () => string
  /** A mod that has not taken a `ping` by then does not run. */
  readonly takeMs: number
  /** How long nothing else shows that it runs before it is pinged again. */
  readonly pingMs: number
}

/** How long an answer to `ping` is awaited. */
const answerMs = 10_000

/**
 * Watches whether the mod runs, by `ping`, which changes nothing and may stay there until the mod starts; and which verbs it knows, by what it
 * lists with its answer and what it called unknown.
 */
export function createModWatch({ transport, clock, log, newId, takeMs, pingMs }: ModWatchOptions) {
  const board = createLinkState(clock, log, transport.name)
  const listeners = new Set<(state: LinkState) => void>()
  let known: ReadonlySet<string> | null = null
  const unknown = new Set<string>()
  let ping: { readonly id: string; state: 'waiting' | 'late' | 'taken' } | null = null
  let onExpecting = () => {}
  let isStopped = false
  let failure: string | null = null
  let cancel = () => {}
  board.onState((state) => {
    for (const listener of listeners) listener(state)
  })
  const tellVerbs = () => {
    for (const listener of listeners) listener(board.state())
  }

  const again = (ms: number, act: () => void) => {
    cancel()
    if (!isStopped) cancel = clock.after(ms, act)
  }
  const offerPing = () => {
    const own: NonNullable<typeof ping> = { id: newId(), state: 'waiting' }
    ping = own
    const line = lineOf({ verb: 'ping', steam: '', args: [] }, own.id, clock.now())
    transport.offer({
      id: own.id,
      line,
      leaving() {},
      notSent() {},
      taken() {
        if (ping !== own) return
        own.state = 'taken'
        rise()
        again(answerMs, unanswered)
      },
    })
    onExpecting()
    again(takeMs, late)
  }
  const late = () => {
    if (ping?.state !== 'waiting') return
    ping.state = 'late'
    // It stays: the mod takes it when it starts.
    board.set('down', failure ?? notRunning)
  }
  const unanswered = () => {
    board.set('up', 'the mod takes commands and answers nothing; what they did can be seen only in the game')
    forgetPing()
  }
  const forgetPing = () => {
    ping = null
    onExpecting()
    again(pingMs, offerPing)
  }
  /** The mod runs. */
  const rise = () => {
    failure = null
    if (board.state().name === 'up') return
    known = null
    unknown.clear()
    board.set('up', null)
  }
  offerPing()
  return {
    state: board.state,
    onState(listener: (state: LinkState) => void) {
      const own = (state: LinkState) => listener(state)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    knows: (verb: string) => !unknown.has(verb) && (known === null || known.has(verb)),
    /** The mod called this verb unknown. */
    lacks(verb: string) {
      unknown.add(verb)
      tellVerbs()
    },
    seen() {
      if (isStopped) return
      rise()
      if (ping === null) again(pingMs, offerPing)
    },
    answered({ id, verbs }: BridgeAnswer) {
      if (isStopped) return
      if (board.state().name === 'up') board.set('up', null)
      if (ping?.id !== id) return
      rise()
      if (verbs) {
        known = new Set(verbs)
        tellVerbs()
      }
      forgetPing()
    },
    /** @param why null: what is between works again */
    failed(why: string | null) {
      if (isStopped) return
      failure = why
      if (why === null) return
      board.set('down', why)
      // Its being taken shows that the mod is there again.
      if (ping?.state !== 'waiting' && ping?.state !== 'late') offerPing()
    },
    /** A command was not taken in time. */
    notTaken() {
      if (isStopped || board.state().name === 'down') return
      board.set('down', failure ?? notRunning)
      if (ping?.state !== 'waiting' && ping?.state !== 'late') offerPing()
    },
    isExpecting: () => ping !== null,
    onExpecting(listener: () => void) {
      onExpecting = listener
    },
    stop() {
      isStopped = true
      cancel()
      board.set('down', 'closed')
    },
  }
}

const notRunning =
  'the mod takes no commands: is CommandBridge installed and enabled on the game server, and is this the folder or the address from which it takes them'

import { z } from 'zod'
import type { Bus } from '../engine/bus.ts'
import { type Clock, every } from '../engine/clock.ts'
import { readMessage, writeMessage } from './nodeMessage.ts'

/** However much changes on a node, the others are told this often. */
const tellEveryMs = 100
const beatEveryMs = 2_000
/** A node that was not heard of for so long is taken for gone, and its roll for empty. */
const silentMs = 6_000

/** `serial` counts the changes of a node's roll; a message without words says only that it stands there still. */
const Told = z.object({
  serial: z.int(),
  whole: z.array(z.string()).optional(),
  added: z.array(z.string()).optional(),
  gone: z.array(z.string()).optional(),
})
type Told = z.infer<typeof Told>
const Asked = z.object({ node: z.string() })

interface RollsParts {
  /** Null where there are no other nodes. */
  readonly bus: Bus | null
  readonly clock: Clock
  /** The words of this node as they are now. */
  own(): ReadonlySet<string>
}

interface Roll {
  serial: number
  heardAt: number
  words: Set<string>
}

export type Rolls = ReturnType<typeof createRolls>

/** Words that each node keeps of itself and all others know: what is watched there, and by whom. */
export function createRolls({ bus, clock, own }: RollsParts) {
  if (bus === null) return alone
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const telling = createTelling({ bus, clock, own })
  const hearing = createHearing({ bus, clock, changed })
  const stops = [
    bus.listen(topic, (message, from) => {
      const told = readMessage(Told, message)
      if (told) hearing.hear(from, told)
    }),
    bus.listen(askTopic, (message) => {
      const node = readMessage(Asked, message)?.node
      if (node === bus.node || node === everyone) telling.whole()
    }),
    bus.onGap(hearing.askAll),
    every(
      clock,
      () => beatEveryMs,
      async () => {
        telling.beat()
        hearing.forgetSilent()
      },
    ),
  ]
  hearing.askAll()
  telling.whole()
  return {
    /** What `own` gives may have changed. */
    touch: telling.soon,
    /** Of each other node that was heard of. */
    others: hearing.rolls,
    /** Called when the roll of another node has changed. Returns the way to stop. */
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The others need not wait until they miss this one. */
    close() {
      for (const stop of stops) stop()
      telling.close()
    },
  }
}

const topic = 'watching'
const askTopic = 'watching.ask'
const everyone = '*'

const alone = {
  touch() {},
  others: (): ReadonlyMap<string, { readonly words: ReadonlySet<string> }> => new Map(),
  onChange: () => () => {},
  close() {},
}

/** Tells the others of this node: what has changed, now and then that it is there, and all of it when one of them asks. */
function createTelling({ bus, clock, own }: Omit<RollsParts, 'bus'> & { readonly bus: Bus }) {
  const send = (told: Told) => bus.send(topic, writeMessage(told))
  let told: ReadonlySet<string> = new Set()
  let serial = 0
  let cancel: (() => void) | null = null

  const change = () => {
    cancel = null
    const now = new Set(own())
    const added = [...now].filter((word) => !told.has(word))
    const gone = [...told].filter((word) => !now.has(word))
    told = now
    if (added.length + gone.length === 0) return
    serial += 1
    send({ serial, added, gone })
  }
  return {
    soon() {
      cancel ??= clock.after(tellEveryMs, change)
    },
    beat: () => send({ serial }),
    whole() {
      told = new Set(own())
      serial += 1
      send({ serial, whole: [...told] })
    },
    close() {
      cancel?.()
      send({ serial: serial + 1, whole: [] })
    },
  }
}

interface HearingParts {
  readonly bus: Bus
  readonly clock: Clock
  changed(): void
}

/** What is known of the others. One that has told something that was missed is asked for all of it. */
function createHearing({ bus, clock, changed }: HearingParts) {
  const rolls = new Map<string, Roll>()
  const ask = (node: string) => bus.send(askTopic, writeMessage({ node }))

  const applied = (roll: Roll, { serial, added = [], gone = [] }: Told) => {
    if (serial !== roll.serial + 1) return false
    for (const word of gone) roll.words.delete(word)
    for (const word of added) roll.words.add(word)
    roll.serial = serial
    return true
  }
  return {
    rolls: (): ReadonlyMap<string, { readonly words: ReadonlySet<string> }> => rolls,
    askAll: () => ask(everyone),
    hear(from: string, told: Told) {
      const heardAt = clock.now()
      const known = rolls.get(from)
      if (known) known.heardAt = heardAt
      const isBeat = !told.whole && !told.added && !told.gone
      if (isBeat && known?.serial === told.serial) return
      if (told.whole) rolls.set(from, { serial: told.serial, heardAt, words: new Set(told.whole) })
      else if (isBeat || !known || !applied(known, told)) return ask(from)
      changed()
    },
    forgetSilent() {
      const now = clock.now()
      const silent = [...rolls].filter(([, { heardAt }]) => Math.abs(now - heardAt) > silentMs)
      for (const [node] of silent) rolls.delete(node)
      if (silent.length > 0) changed()
    },
  }
}

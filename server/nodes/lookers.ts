import { z } from 'zod'
import type { Seat } from '../engine/seat.ts'
import type { Gateway } from '../sockets/gatewayParts.ts'
import { readMessage } from './message.ts'
import type { Rolls } from './rolls.ts'

type Looker = Pick<Seat, 'id' | 'name'>
/** On one node somebody has begun, or has ceased with the last of their pages. */
export type LookerListener = (coming: { readonly seat: Looker; readonly began: boolean }) => void

interface LookersParts {
  readonly gateway: Pick<Gateway, 'onWatchers'>
  readonly rolls: Rolls
  /** Whoever watches one of these sees where everybody is. */
  readonly kinds: readonly string[]
}

export type Lookers = ReturnType<typeof createLookers>

type OwnLookers = ReturnType<typeof createOwnLookers>

/** Who looks at all positions here, however many pages they have open. */
export function createOwnLookers() {
  const counts = new Map<string, { readonly seat: Looker; count: number }>()
  return {
    /** @returns whether that was the first of their pages, or the last */
    note({ id, name }: Looker, began: boolean): boolean {
      if (id === null) return false
      const known = counts.get(id) ?? { seat: { id, name }, count: 0 }
      const before = known.count
      known.count = Math.max(0, before + (began ? 1 : -1))
      if (known.count > 0) counts.set(id, known)
      else counts.delete(id)
      return before === 0 ? known.count > 0 : known.count === 0
    },
    all: (): readonly Looker[] => [...counts.values()].map(({ seat }) => seat),
    words: () => [...counts.values()].map(({ seat }) => wordOf(seat)),
  }
}

/** Who looks at all positions on whatever node. */
export function createLookers({ gateway, rolls, kinds }: LookersParts, own: OwnLookers) {
  const listeners = new Set<LookerListener>()
  const tell: LookerListener = (coming) => {
    for (const listener of listeners) listener(coming)
  }
  /** Those of other nodes, each as told: a node and the word by which it has them. */
  const told = new Map<string, Looker>()
  const elsewhere = () =>
    new Map(
      [...rolls.others()].flatMap(([node, { words }]) =>
        [...words].flatMap((word) => {
          const looker = lookerIn(word)
          return looker ? [[`${node} ${looker.id}` as string, looker] as const] : []
        }),
      ),
    )
  const compare = () => {
    const now = elsewhere()
    // Whoever goes from one node to another is there before they are gone here.
    for (const [name, seat] of now) if (!told.has(name)) tell({ seat, began: true })
    for (const [name, seat] of told) if (!now.has(name)) tell({ seat, began: false })
    told.clear()
    for (const [name, seat] of now) told.set(name, seat)
  }
  const stops = [
    rolls.onChange(compare),
    ...kinds.map((kind) =>
      gateway.onWatchers(kind, ({ seat, began }) => {
        if (!own.note(seat, began)) return
        rolls.touch()
        tell({ seat, began })
      }),
    ),
  ]
  compare()
  return {
    /** Beginning with those who are there. Returns the way to stop. */
    follow(listener: LookerListener) {
      for (const seat of [...own.all(), ...told.values()]) listener({ seat, began: true })
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

const start = 'look '
const Word = z.tuple([z.string(), z.string()])
const wordOf = ({ id, name }: Looker) => `${start}${JSON.stringify([id, name])}`

/** Null for what is watched, and what another release means by it. */
function lookerIn(word: string): Looker | null {
  if (!word.startsWith(start)) return null
  const told = readMessage(Word, Buffer.from(word.slice(start.length)))
  return told && { id: told[0], name: told[1] }
}

import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import type { Principal } from '../engine/principal.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import { readMessage } from './nodeMessage.ts'
import type { Rolls } from './rolls.ts'

/** Somebody who watches `id`: a document or a stream. */
interface Looker {
  readonly id: DocumentId
  readonly principal: Pick<Principal, 'id' | 'name'>
}
/** On one node somebody has begun to watch it, or has ceased with the last of their pages. */
export type LookerListener = (coming: Looker & { readonly began: boolean }) => void

interface LookersParts {
  readonly gateway: Pick<Gateway, 'onWatchers'>
  readonly rolls: Rolls
  /** Who watches one of these is told of. */
  readonly kinds: readonly string[]
}

export type Lookers = ReturnType<typeof createLookers>

type OwnLookers = ReturnType<typeof createOwnLookers>

/** Who watches what here, however many pages they have open. @param topic under what the other nodes are told of them */
export function createOwnLookers(topic: string) {
  const counts = new Map<string, { readonly looker: Looker; count: number }>()
  return {
    topic,
    /** @returns whether that was the first of their pages, or the last */
    note({ id, principal }: Looker, began: boolean): boolean {
      if (principal.id === null) return false
      const name = `${id} ${principal.id}`
      const known = counts.get(name) ?? {
        looker: { id, principal: { id: principal.id, name: principal.name } },
        count: 0,
      }
      const before = known.count
      known.count = Math.max(0, before + (began ? 1 : -1))
      if (known.count > 0) counts.set(name, known)
      else counts.delete(name)
      return before === 0 ? known.count > 0 : known.count === 0
    },
    all: (): readonly Looker[] => [...counts.values()].map(({ looker }) => looker),
    words: () => [...counts.values()].map(({ looker }) => wordOf(topic, looker)),
  }
}

/** Who watches what on whatever node. */
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
          const looker = lookerIn(own.topic, word)
          return looker ? [[`${node} ${looker.id} ${looker.principal.id}` as string, looker] as const] : []
        }),
      ),
    )
  const compare = () => {
    const now = elsewhere()
    // Whoever goes from one node to another is there before they are gone here.
    for (const [name, looker] of now) if (!told.has(name)) tell({ ...looker, began: true })
    for (const [name, looker] of told) if (!now.has(name)) tell({ ...looker, began: false })
    told.clear()
    for (const [name, looker] of now) told.set(name, looker)
  }
  const stops = [
    rolls.onChange(compare),
    ...kinds.map((kind) =>
      gateway.onWatchers(kind, ({ id, principal, began }) => {
        if (!own.note({ id, principal }, began)) return
        rolls.touch()
        tell({ id, principal, began })
      }),
    ),
  ]
  compare()
  return {
    /** Beginning with those who are there. Returns the way to stop. */
    follow(listener: LookerListener) {
      for (const looker of [...own.all(), ...told.values()]) listener({ ...looker, began: true })
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

const Word = z.tuple([DocumentId, z.string(), z.string()])
const wordOf = (topic: string, { id, principal }: Looker) =>
  `${topic} ${JSON.stringify([id, principal.id, principal.name])}`

/** Null for what is watched, and what another release means by it. */
function lookerIn(topic: string, word: string): Looker | null {
  if (!word.startsWith(`${topic} `)) return null
  const told = readMessage(Word, Buffer.from(word.slice(topic.length + 1)))
  return told && { id: told[0], principal: { id: told[1], name: told[2] } }
}

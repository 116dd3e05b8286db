import { z } from 'zod'
import { defineDocument, type ReadDocument } from '../../engine/document.ts'
import { Delivery } from './delivery.ts'
import { ApartKind, isApartKind, permissionFor } from './kinds.ts'

/** What was said in a delivery, how it was worded, and what was answered. */
export const DeliveryWords = Delivery.pick({ detail: true, command: true, reply: true, why: true })
export type DeliveryWords = z.infer<typeof DeliveryWords>

/**
 * The words of console commands and of private messages, of as many deliveries as `deliveries` holds: each kind a document of its
 * own, for those who may give such themselves. Its key is `wordsKey`.
 */
export const deliveryWords = defineDocument({
  kind: 'deliveryWords',
  schema: z.object({ entries: z.record(z.string(), DeliveryWords).default({}) }),
  readableBy: (viewer, key) => {
    const kind = ApartKind.safeParse(key.slice(key.lastIndexOf('~') + 1))
    return kind.success && viewer.can(permissionFor[kind.data])
  },
  audience: 'changing',
  memory: 'journaled',
})
export const wordsKey = (server: string, kind: ApartKind) => `${server}~${kind}`

/** What everyone may see of it who sees deliveries, and beside it what they may not. */
export function apart(whole: Delivery): { readonly seen: Delivery; readonly words: DeliveryWords | null } {
  const { kind, detail, command, reply, why } = whole
  if (!isApartKind(kind)) return { seen: whole, words: null }
  const seen = { ...whole, words: kind, detail: {}, command: '', reply: null, why: null }
  return { seen, words: { detail, command, reply, why } }
}

/** Its words back in their places; as it was where they are not known. */
export const withWords = (seen: Delivery, words: DeliveryWords | undefined): Delivery =>
  words ? { ...seen, ...words, words: null } : seen

/** The whole of it, for whoever has asked whether they may be told. */
export function wholeOf(read: ReadDocument, server: string, seen: Delivery): Delivery {
  if (seen.words === null) return seen
  const { entries } = read(deliveryWords, wordsKey(server, seen.words))
  return withWords(seen, Object.hasOwn(entries, seen.id) ? entries[seen.id] : undefined)
}

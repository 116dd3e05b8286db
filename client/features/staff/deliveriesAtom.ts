import { atom, useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  type Delivery,
  deliveries,
  deliveryPrivateFields,
  ownDeliveries,
  type PrivateFields,
  privateFieldsKey,
  withPrivateFields,
} from '../../../shared/features/deliveries/delivery.ts'
import { permissionFor, redactedKinds } from '../../../shared/features/deliveries/kinds.ts'
import { meAtom } from '../../connection/handshake.ts'
import { documentAtom } from '../../connection/useDocument.ts'

/** What was wanted of the game and what became of it, live. */
export const useDeliveries = (): Deliveries => useAtomValue(deliveriesAtom)

interface Deliveries {
  readonly state: 'here' | 'loading' | 'refused'
  /** By id: everybody's for whoever may see them, else one's own. */
  readonly byId: Readonly<Record<string, Delivery>>
  /** The newest first. */
  readonly all: readonly Delivery[]
  /** Whether those of others are among them. */
  readonly everybodys: boolean
}

/** What lies apart, of the kinds whose words are for whoever sits here; of the others it is not even asked. */
const wordsAtom = atom((get): Readonly<Record<string, PrivateFields>> => {
  const { may } = get(meAtom)
  const held = redactedKinds.filter((kind) => may.includes(permissionFor[kind]))
  const documents = held.map((kind) => get(documentAtom(deliveryPrivateFields, privateFieldsKey(mainServer, kind))))
  return Object.assign({}, ...documents.map(({ value }) => value?.entries))
})

/** What was wanted of the game and what became of it, live, each with its words where one may read them. */
const deliveriesAtom = atom((get): Deliveries => {
  const { you, may } = get(meAtom)
  const everybodys = may.includes('viewPendingCommands')
  const { state, value } = everybodys
    ? get(documentAtom(deliveries, mainServer))
    : get(documentAtom(ownDeliveries, you?.id ?? ''))
  const words = get(wordsAtom)
  const known = Object.entries(value?.entries ?? {}).map(
    ([id, one]) => [id, withPrivateFields(one, words[id])] as const,
  )
  const all = known.map(([, one]) => one).sort((one, other) => other.number - one.number)
  return { state, byId: Object.fromEntries(known), all, everybodys }
})

/** A delivery that was wanted from this page. `pressedAt`: by the server's clock, epoch ms. */
interface Given {
  readonly id: string
  readonly pressedAt: number
}

const kept = atom<readonly (Given & { readonly by: string | null })[]>([])
const mostKept = 200

/** What whoever sits here has wanted since this page was opened, the newest first. */
export const givenAtom = atom<readonly Given[]>((get) => {
  const me = get(meAtom).you?.id ?? null
  return get(kept).filter(({ by }) => by === me)
})

/** One that is named again, as by an undo that only takes it back, keeps its place and its time. */
export const noteGivenAtom = atom(null, (get, set, given: Given) => {
  const before = get(kept)
  if (before.some(({ id }) => id === given.id)) return
  set(kept, [{ ...given, by: get(meAtom).you?.id ?? null }, ...before].slice(0, mostKept))
})

export const forgetGivenAtom = atom(null, (get, set, ids: readonly string[]) =>
  set(
    kept,
    get(kept).filter(({ id }) => !ids.includes(id)),
  ),
)

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
import { accessAtom } from '../../connection/connectionState.ts'
import { documentAtom } from '../../connection/useDocument.ts'

/** The deliveries that the principal may read, live. */
export const useDeliveries = (): Deliveries => useAtomValue(deliveriesAtom)

interface Deliveries {
  readonly state: 'here' | 'loading' | 'refused'
  /** By id: everyone's with the permission for it, otherwise the principal's own. */
  readonly byId: Readonly<Record<string, Delivery>>
  /** The newest first. */
  readonly all: readonly Delivery[]
  /** Whether deliveries of others are included. */
  readonly ofEveryone: boolean
}

/** The private fields of the kinds that the principal may read; those of others are not requested. */
const privateFieldsAtom = atom((get): Readonly<Record<string, PrivateFields>> => {
  const { may } = get(accessAtom)
  const held = redactedKinds.filter((kind) => may.includes(permissionFor[kind]))
  const documents = held.map((kind) => get(documentAtom(deliveryPrivateFields, privateFieldsKey(mainServer, kind))))
  return Object.assign({}, ...documents.map(({ value }) => value?.entries))
})

/** The deliveries that the principal may read, live, each with its private fields where readable. */
const deliveriesAtom = atom((get): Deliveries => {
  const { principal, may } = get(accessAtom)
  const ofEveryone = may.includes('viewPendingCommands')
  const { state, value } = ofEveryone
    ? get(documentAtom(deliveries, mainServer))
    : get(documentAtom(ownDeliveries, principal?.id ?? ''))
  const privateFields = get(privateFieldsAtom)
  const known = Object.entries(value?.entries ?? {}).map(
    ([id, one]) => [id, withPrivateFields(one, privateFields[id])] as const,
  )
  const all = known.map(([, one]) => one).sort((one, other) => other.number - one.number)
  return { state, byId: Object.fromEntries(known), all, ofEveryone }
})

/** A delivery that was issued from this page. `pressedAt`: server epoch ms. */
interface IssuedDelivery {
  readonly id: string
  readonly pressedAt: number
}

const kept = atom<readonly (IssuedDelivery & { readonly by: string | null })[]>([])
const mostKept = 200

/** The deliveries that the principal has issued since this page was opened, the newest first. */
export const issuedAtom = atom<readonly IssuedDelivery[]>((get) => {
  const me = get(accessAtom).principal?.id ?? null
  return get(kept).filter(({ by }) => by === me)
})

/** An id that is already noted, as of an undo that only cancels, keeps its place and its time. */
export const noteIssuedAtom = atom(null, (get, set, given: IssuedDelivery) => {
  const before = get(kept)
  if (before.some(({ id }) => id === given.id)) return
  set(kept, [{ ...given, by: get(accessAtom).principal?.id ?? null }, ...before].slice(0, mostKept))
})

export const forgetIssuedAtom = atom(null, (get, set, ids: readonly string[]) =>
  set(
    kept,
    get(kept).filter(({ id }) => !ids.includes(id)),
  ),
)

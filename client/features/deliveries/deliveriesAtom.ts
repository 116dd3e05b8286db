import { atom } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Delivery, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import {
  type DeliveryWords,
  deliveryWords,
  withWords,
  wordsKey,
} from '../../../shared/features/deliveries/deliveryWords.ts'
import { apartKinds, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { documentAtom } from '../../connection/documentAtom.ts'
import { meAtom } from '../../connection/meAtom.ts'

export interface Deliveries {
  readonly state: 'here' | 'loading' | 'refused'
  /** By id: everybody's for whoever may see them, else one's own. */
  readonly byId: Readonly<Record<string, Delivery>>
  /** The newest first. */
  readonly all: readonly Delivery[]
  /** Whether those of others are among them. */
  readonly everybodys: boolean
}

/** What lies apart, of the kinds whose words are for whoever sits here; of the others it is not even asked. */
const wordsAtom = atom((get): Readonly<Record<string, DeliveryWords>> => {
  const { may } = get(meAtom)
  const held = apartKinds.filter((kind) => may.includes(permissionFor[kind]))
  const documents = held.map((kind) => get(documentAtom(deliveryWords, wordsKey(mainServer, kind))))
  return Object.assign({}, ...documents.map(({ value }) => value?.entries))
})

/** What was wanted of the game and what became of it, live, each with its words where one may read them. */
export const deliveriesAtom = atom((get): Deliveries => {
  const { you, may } = get(meAtom)
  const everybodys = may.includes('viewPendingCommands')
  const { state, value } = everybodys
    ? get(documentAtom(deliveries, mainServer))
    : get(documentAtom(ownDeliveries, you?.id ?? ''))
  const words = get(wordsAtom)
  const known = Object.entries(value?.entries ?? {}).map(([id, one]) => [id, withWords(one, words[id])] as const)
  const all = known.map(([, one]) => one).sort((one, other) => other.number - one.number)
  return { state, byId: Object.fromEntries(known), all, everybodys }
})

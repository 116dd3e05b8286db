import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Delivery, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'

export interface Deliveries {
  readonly state: 'here' | 'loading' | 'refused'
  /** By id: everybody's for whoever may see them, else one's own. */
  readonly byId: Readonly<Record<string, Delivery>>
  /** The newest first. */
  readonly all: readonly Delivery[]
  /** Whether those of others are among them. */
  readonly everybodys: boolean
}

/** What was wanted of the game and what became of it, live. */
export function useDeliveries(): Deliveries {
  const { you, may } = useAtomValue(meAtom)
  const everybodys = may.includes('viewPendingCommands')
  const { state, value } = useDocument<typeof deliveries | typeof ownDeliveries>(
    everybodys ? deliveries : ownDeliveries,
    everybodys ? mainServer : (you?.id ?? ''),
  )
  const byId = value?.entries ?? {}
  return { state, byId, all: Object.values(byId).sort((one, other) => other.number - one.number), everybodys }
}

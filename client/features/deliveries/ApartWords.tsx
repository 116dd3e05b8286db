import { useAtomValue } from 'jotai'
import { type ApartKind, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { meAtom } from '../../connection/meAtom.ts'

const rights: Readonly<Record<ApartKind, string>> = { console: 'console', message: 'message' }

/** In the place of words that are not here: for whom they are; or, for those, that they have yet to come. */
export function ApartWords({ kind }: { readonly kind: ApartKind }) {
  const isHeld = useAtomValue(meAtom).may.includes(permissionFor[kind])
  return isHeld ? 'Fetching the words.' : `Shown to holders of the ${rights[kind]} right only.`
}

import { useAtomValue } from 'jotai'
import { connectionAtom } from '../../connection/connectionState.ts'
import { meAtom } from '../../connection/handshake.ts'
import { inRole } from './permissionLabels.ts'

/** Nothing is changed by whoever looks with the eyes of a role; null for whoever does not. */
export function useWhyViewing(): string | null {
  const viewing = useAtomValue(meAtom).you?.session?.viewing ?? null
  return viewing === null ? null : `You see the site as ${inRole(viewing)}. Stop viewing at the top of the page first.`
}

/** Why something cannot be done now that the hub must answer at once; null where it can. */
export function useWhyShut(): string | null {
  const { name } = useAtomValue(connectionAtom)
  const viewing = useWhyViewing()
  return viewing ?? (name === 'live' ? null : 'This needs the hub, and it does not answer now.')
}

import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Pin, pinMinutes, timelinePins } from '../../../shared/features/timeline/pins.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** A pin with its id. */
export type NamedPin = Pin & { readonly id: string }

/** The pins, the latest first, and the minutes that they take. Empty for staff who may not ban. */
export function usePins() {
  const mayPin = useAtomValue(accessAtom).may.includes('banPlayers')
  const { value, state } = useDocument(timelinePins, mainServer)
  const pins = Object.entries((mayPin && value?.pins) || {})
    .map(([id, pin]): NamedPin => ({ ...pin, id }))
    .sort((one, other) => other.at - one.at)
  return { mayPin, state, pins, minutes: pins.reduce((sum, pin) => sum + pinMinutes(pin), 0) }
}

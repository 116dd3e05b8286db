import { atom } from 'jotai'
import type { EventType } from '../../../shared/features/events/events.ts'

/** The type whose warning and effects staff test on this page; null while none is tested. */
export const testEffectAtom = atom<EventType | null>(null)

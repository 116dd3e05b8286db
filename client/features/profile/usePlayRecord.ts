import { type Atom, atom, useAtomValue } from 'jotai'
import { type PlayRecord, playRecord } from '../../../shared/features/play/playRecord.ts'
import { type DocumentState, documentAtom } from '../../connection/documentAtom.ts'

const none: Atom<DocumentState<PlayRecord> | null> = atom(null)

/** What is known of a player of the game over time; null while no player is linked. @param steamId of the linked player */
export const usePlayRecord = (steamId: string | null): DocumentState<PlayRecord> | null =>
  useAtomValue<DocumentState<PlayRecord> | null>(steamId === null ? none : documentAtom(playRecord, steamId))

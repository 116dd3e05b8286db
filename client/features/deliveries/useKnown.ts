import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { asKnown, type PickedPlayer } from './pickedPlayer.ts'

/** Whoever is meant, with the name and id of the roster where it knows them: a question names them, and they alone are reached. */
export const useKnown = (player: PickedPlayer): PickedPlayer =>
  asKnown(useDocument(roster, mainServer).value?.players ?? {}, player)

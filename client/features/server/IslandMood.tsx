import { mainServer } from '../../../shared/engine/ids.ts'
import { gameTimeAt } from '../../../shared/features/server/gameTime.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { MoodKeeper } from '../../themes/MoodKeeper.tsx'
import { localPhase } from '../../themes/moodAtom.ts'
import { useNow } from '../../ui/useNow.ts'

const lookEveryMs = 5_000

/** Keeps the page in the mood of the game's time of day, or of the reader's own where the game tells none. */
export function IslandMood() {
  const now = useNow(lookEveryMs)
  const clock = useDocument(server, mainServer).value?.clock
  return <MoodKeeper island={clock ? gameTimeAt(clock, now).phase : localPhase(Date.now())} />
}

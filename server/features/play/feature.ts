import { mainServer } from '../../../shared/engine/ids.ts'
import * as commands from '../../../shared/features/play/commands.ts'
import { knownPlayers, knownPlayersKey } from '../../../shared/features/play/knownPlayers.ts'
import { playRecord, present, unrecordedPlayers } from '../../../shared/features/play/playRecord.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'
import { stopRecording } from './unrecordedPlayers.ts'

/** Records how long each player plays which species, from the players seen in the game over time. */
export const playFeature: Feature = {
  name: 'play',
  documents: [playRecord, present, unrecordedPlayers, knownPlayers],
  removals: [
    {
      kind: present,
      remove({ edit }, { players }) {
        for (const player of players) delete edit(present, mainServer).players[player]
      },
    },
    {
      kind: knownPlayers,
      remove({ read, edit }, { players }) {
        for (const player of players) {
          const key = knownPlayersKey(player)
          if (read(knownPlayers, key).players[player]) delete edit(knownPlayers, key).players[player]
        }
      },
    },
    {
      // The player may still be in the game: the next reading must not record them again.
      kind: unrecordedPlayers,
      remove(context, { players }) {
        for (const player of players) stopRecording(context, player)
      },
    },
  ],
  commands: [implement(commands.recordPlay, rules.recordPlay), implement(commands.endStalePlay, rules.endStalePlay)],
  queries: [],
}

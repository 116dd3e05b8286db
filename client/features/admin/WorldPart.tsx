import { mainServer } from '../../../shared/engine/ids.ts'
import { saveGame, wipeCorpses } from '../../../shared/features/deliveries/commands.ts'
import { Acts } from '../../ui/Acts.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { Part } from '../roles/Part.tsx'

const input = { server: mainServer }

/** What is done to the world as a whole. */
export const WorldPart = () => (
  <Part title="The world">
    <Acts>
      <CommandButton command={saveGame} input={input} name="Save the game" />
      <CommandButton
        command={wipeCorpses}
        input={input}
        name="Wipe corpses"
        tone="danger"
        question={{
          title: 'Wipe all corpses?',
          act: 'Wipe corpses',
          words: <p>Everyone in the game is affected: all carcasses go, and whoever eats of one has nothing left.</p>,
        }}
      />
    </Acts>
  </Part>
)

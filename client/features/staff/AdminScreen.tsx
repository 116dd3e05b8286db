import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { saveGame, setWhitelist, wipeCorpses } from '../../../shared/features/deliveries/commands.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Part } from '../../ui/Part.tsx'
import { Acts, Stack } from '../../ui/Stack.tsx'
import { GatedPage } from '../roles/GatedPage.tsx'
import styles from './Admin.module.css'
import { BansPart } from './BansPart.tsx'
import { CommandButton } from './CommandButton.tsx'
import { PendingCommands } from './PendingCommands.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNobody, nobody, targetOf } from './pickedPlayer.ts'
import { LatelyOver } from './RecentDeliveries.tsx'
import { ServerSwitches } from './ServerSwitches.tsx'

/** What waits, who is banned, and the switches of the game server. */
export function AdminScreen() {
  return (
    <GatedPage
      wide
      title="Admin"
      lead="What waits for the game or for a hand, who is banned, and the switches of the server. All of it live."
      needs="viewPendingCommands"
    >
      {() => <Desk />}
    </GatedPage>
  )
}

function Desk() {
  const { may } = useAtomValue(meAtom)
  return (
    <>
      <Part title="Open commands" words="Everybody’s, the oldest first. Nothing here counts as done.">
        <div className={styles.room}>
          <PendingCommands />
        </div>
      </Part>
      <div className={styles.columns}>
        <Stack gap="wide">
          <ServerSwitches />
          <WorldPart />
          <WhitelistPart />
        </Stack>
        <Stack gap="wide">
          {may.includes('banPlayers') ? <BansPart /> : null}
          <LatelyOver />
        </Stack>
      </div>
    </>
  )
}

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

/** Who gets in while the whitelist is on. */
export function WhitelistPart() {
  const [target, setTarget] = useState(nobody)
  const missing = isNobody(target) ? '❌ Please enter a target player name' : null
  const input = (on: boolean) => ({ server: mainServer, target: targetOf(target), on })
  return (
    <Part title="Whitelist" words="Who gets in while it is on. The game does not tell who is on it.">
      <Stack>
        <PlayerPicker label="Player or SteamID64" chosen={target} onChoose={setTarget} recent={false} />
        <Acts>
          <CommandButton command={setWhitelist} input={input(true)} name="Put on the whitelist" missing={missing} />
          <CommandButton command={setWhitelist} input={input(false)} name="Take off the whitelist" missing={missing} />
        </Acts>
      </Stack>
    </Part>
  )
}

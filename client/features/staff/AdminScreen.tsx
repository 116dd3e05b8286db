import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { saveGame, setWhitelist, wipeCorpses } from '../../../shared/features/deliveries/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { GatedPage } from '../roles/Gated.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import styles from './Admin.module.css'
import { BansPart } from './BansPart.tsx'
import { CommandButton } from './CommandButton.tsx'
import { PendingCommands } from './PendingCommands.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNoPlayer, noPlayer, targetOf } from './pickedPlayer.ts'
import { SettledDeliveries } from './RecentDeliveries.tsx'
import { ServerSwitches } from './ServerSwitches.tsx'

/** Open deliveries, bans, and the switches of the game server. */
export function AdminScreen() {
  return (
    <GatedPage
      wide
      title="Admin"
      lead="What waits for the game or for a hand, who is banned, and the switches of the server. All of it live."
      needs="viewPendingCommands"
    >
      {() => <AdminParts />}
    </GatedPage>
  )
}

function AdminParts() {
  const { may } = useAtomValue(accessAtom)
  return (
    <>
      <IfOn feature="rcon" />
      <Part title="Open commands" description="Everybody’s, the oldest first. Nothing here counts as done.">
        <div className={styles.container}>
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
          <SettledDeliveries />
        </Stack>
      </div>
    </>
  )
}

const onServer = { server: mainServer }

/** Commands on the world as a whole. */
const WorldPart = () => (
  <Part title="The world">
    <Actions>
      <CommandButton command={saveGame} input={onServer} name="Save the game" />
      <CommandButton
        command={wipeCorpses}
        input={onServer}
        name="Wipe corpses"
        tone="danger"
        confirmation={{
          title: 'Wipe all corpses?',
          action: 'Wipe corpses',
          body: <p>Everyone in the game is affected: all carcasses go, and whoever eats of one has nothing left.</p>,
        }}
      />
    </Actions>
  </Part>
)

/** Who may join while the whitelist is on. */
function WhitelistPart() {
  const [target, setTarget] = useState(noPlayer)
  const missing = isNoPlayer(target) ? '❌ Please enter a target player name' : null
  const input = (on: boolean) => ({ server: mainServer, target: targetOf(target), on })
  return (
    <Part title="Whitelist" description="Who gets in while it is on. The game does not tell who is on it.">
      <Stack>
        <PlayerPicker label="Player or SteamID64" chosen={target} onChoose={setTarget} recent={false} />
        <Actions>
          <CommandButton command={setWhitelist} input={input(true)} name="Put on the whitelist" missing={missing} />
          <CommandButton command={setWhitelist} input={input(false)} name="Take off the whitelist" missing={missing} />
        </Actions>
      </Stack>
    </Part>
  )
}

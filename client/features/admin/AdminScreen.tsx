import { useAtomValue } from 'jotai'
import { meAtom } from '../../connection/meAtom.ts'
import { Stack } from '../../ui/Stack.tsx'
import { PendingCommands } from '../deliveries/PendingCommands.tsx'
import { GatedPage } from '../roles/GatedPage.tsx'
import { Part } from '../roles/Part.tsx'
import styles from './Admin.module.css'
import { BansPart } from './BansPart.tsx'
import { LatelyOver } from './LatelyOver.tsx'
import { ServerSwitches } from './ServerSwitches.tsx'
import { WhitelistPart } from './WhitelistPart.tsx'
import { WorldPart } from './WorldPart.tsx'

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

import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { Stack } from '../../ui/Stack.tsx'
import { PendingToggle } from '../deliveries/PendingToggle.tsx'
import type { GivenAnswer } from '../deliveries/useDeliver.ts'
import { GatedPage } from '../roles/GatedPage.tsx'
import { Part } from '../roles/Part.tsx'
import type { Calls } from './calls.ts'
import { Moderation } from './Moderation.tsx'
import styles from './OwnerAdmin.module.css'
import { OwnerCommunication } from './OwnerCommunication.tsx'
import { OwnerTeleportation } from './OwnerTeleportation.tsx'
import { ResponseMessage } from './ResponseMessage.tsx'

/** The owner's desk: kick and ban, move, speak, and the commands that wait for the hosting panel. */
export function OwnerAdminScreen() {
  return (
    <GatedPage
      wide
      title="Owner admin"
      lead="Moderation, teleportation and communication, with the answer of the game below."
      needs="ownerPanel"
    >
      {() => <Desk />}
    </GatedPage>
  )
}

function Desk() {
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<GivenAnswer | null>(null)
  const calls: Calls = {
    onAsk: () => setAsking(true),
    onAnswer(told) {
      setAsking(false)
      setAnswer(told)
    },
  }
  return (
    <>
      <div className={styles.desk} aria-busy={isAsking}>
        <Moderation {...calls} />
        <OwnerTeleportation {...calls} />
        <Stack gap="wide">
          <OwnerCommunication {...calls} />
          <Part title="Currency">
            <p className={styles.none}>Adding currency to a player comes with the economy.</p>
          </Part>
        </Stack>
        {isAsking ? <Processing /> : null}
      </div>
      <ResponseMessage answer={answer} />
      <PendingToggle
        title="Console commands"
        words="Copy a command, paste it into the console of your hosting panel, then mark it done."
      />
    </>
  )
}

/** Over the desk from the press to the hub's answer. */
function Processing() {
  const isLive = useAtomValue(connectionAtom).name === 'live'
  return (
    <div className={styles.overlay} role="status">
      <p className={styles.processing}>Processing…</p>
      {isLive ? null : <p>The hub does not answer. Your command waits on this page until it does.</p>}
    </div>
  )
}

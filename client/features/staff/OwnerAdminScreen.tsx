import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { connectionAtom } from '../../connection/connectionState.ts'
import { Part } from '../../ui/Part.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { GatedPage } from '../roles/GatedPage.tsx'
import type { Calls } from './CommandButton.tsx'
import { OwnerCommunication } from './Communication.tsx'
import { DeliveryStrip } from './DeliveryCard.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { responseLine } from './deliveryLabels.ts'
import { Moderation } from './Moderation.tsx'
import styles from './OwnerAdmin.module.css'
import { PendingToggle } from './PendingCommands.tsx'
import { OwnerTeleportation } from './Teleportation.tsx'
import type { GivenAnswer } from './useDeliver.ts'

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

/** A refusal that already is a line of this screen stays as it is. */
const errorLine = (problem: string) => (problem.startsWith('❌') ? problem : `❌ Error: ${problem}`)

/** The answer to the last command in one line, and its life below. */
export function ResponseMessage({ answer }: { readonly answer: GivenAnswer | null }) {
  const { byId } = useDeliveries()
  const one = answer?.ok ? byId[answer.id] : undefined
  const line = answer === null ? null : answer.ok ? one && responseLine(one) : errorLine(answer.problem)
  return (
    <Part title="Response">
      <div className={styles.answer}>
        {line ? (
          <p className={styles.line} role="status">
            {line}
          </p>
        ) : (
          <p className={styles.none}>{answer === null ? 'No command yet.' : 'Asked for.'}</p>
        )}
        {answer?.ok ? <DeliveryStrip id={answer.id} /> : null}
      </div>
    </Part>
  )
}

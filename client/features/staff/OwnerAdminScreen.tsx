import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { errorText, outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { Part } from '../../ui/Part.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { GatedPage } from '../roles/Gated.tsx'
import { ConfigurationPart } from '../server/ConfigurationPart.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import type { PanelCallbacks } from './CommandButton.tsx'
import { OwnerCommunication } from './Communication.tsx'
import { DeliveryCard } from './DeliveryCard.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { Moderation } from './Moderation.tsx'
import styles from './OwnerAdmin.module.css'
import { PendingToggle } from './PendingCommands.tsx'
import { OwnerTeleportation } from './Teleportation.tsx'
import type { DeliveryAnswer } from './useDeliver.ts'

/** The owner's panel: moderation, teleportation, communication, and open deliveries for the hosting panel. */
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
  const [answer, setAnswer] = useState<DeliveryAnswer | null>(null)
  const callbacks: PanelCallbacks = {
    onAsk: () => setAsking(true),
    onAnswer(next) {
      setAsking(false)
      setAnswer(next)
    },
  }
  return (
    <>
      <IfOn feature="rcon" />
      <div className={styles.panel} aria-busy={isAsking}>
        <Moderation {...callbacks} />
        <OwnerTeleportation {...callbacks} />
        <Stack gap="wide">
          <OwnerCommunication {...callbacks} />
          <Part title="Currency">
            <p className={styles.empty}>Adding currency to a player comes with the economy.</p>
          </Part>
        </Stack>
        {isAsking ? <Processing /> : null}
      </div>
      <ResponseMessage answer={answer} />
      <PendingToggle
        title="Console commands"
        description="Copy a command, paste it into the console of your hosting panel, then mark it done."
      />
      <ConfigurationPart />
    </>
  )
}

/** Covers the panel from the press to the hub's answer. */
function Processing() {
  const isLive = useAtomValue(connectionAtom).name === 'live'
  return (
    <div className={styles.overlay} role="status">
      <p className={styles.processing}>Processing…</p>
      {isLive ? null : <p>The hub does not answer. Your command waits on this page until it does.</p>}
    </div>
  )
}

/** The response to the last command, and its delivery. */
function ResponseMessage({ answer }: { readonly answer: DeliveryAnswer | null }) {
  const { byId } = useDeliveries()
  const one = answer?.ok ? byId[answer.id] : undefined
  const text = answer === null ? null : answer.ok ? one && outcomeText(one).text : errorText(answer.problem)
  return (
    <Part title="Response">
      <div className={styles.answer}>
        {text ? (
          <p className={styles.line} role="status">
            {text}
          </p>
        ) : (
          <p className={styles.empty}>{answer === null ? 'No command yet.' : 'Asked for.'}</p>
        )}
        {answer?.ok ? <DeliveryCard id={answer.id} /> : null}
      </div>
    </Part>
  )
}

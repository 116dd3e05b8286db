import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { healMyself, longestTarget, slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { accessAtom, type Principal } from '../../connection/connectionState.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady, Settled } from '../../ui/templates/screenStates.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { CommandTesting } from '../console/CommandTesting.tsx'
import { OnlinePlayers } from '../players/OnlinePlayers.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { HeldPermissions } from '../roles/HeldPermissions.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { ElevatedRights, UpgradePanel } from '../roles/Upgrade.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import styles from './AdminControls.module.css'
import { BroadcastComposer } from './BroadcastComposer.tsx'
import { CommandButton } from './CommandButton.tsx'
import { Answered, type ResponseCallbacks } from './CommandResponse.tsx'
import { PendingToggle } from './PendingCommands.tsx'
import { deskPermissions, PlayerDesk } from './PlayerDesk.tsx'
import { usePlayersInGame } from './pickedPlayer.ts'
import { OwnDeliveries } from './RecentDeliveries.tsx'

/** For players: who they are, their own dinosaur and the elevation to more. For staff also the commands that they may give. */
export function AdminControlsScreen() {
  return (
    <PermissionGate title="Admin controls" needs="play">
      {(principal) => <Controls principal={principal} />}
    </PermissionGate>
  )
}

function Controls({ principal }: { readonly principal: Principal }) {
  const { may } = useAtomValue(accessAtom)
  const isStaff = may.includes('viewPendingCommands') || deskPermissions.some((each) => may.includes(each))
  return (
    <FormPage
      {...alwaysReady}
      title="Admin controls"
      density={isStaff ? 'table' : 'card'}
      aside={
        <Aside isStaff={isStaff} seesNames={may.includes('viewPendingCommands')} tests={may.includes('runConsole')} />
      }
    >
      <IfOn feature="rcon" />
      <LinkWarning />
      {isStaff ? (
        <>
          <Answered>{(callbacks) => <PlayerDesk {...callbacks} />}</Answered>
          <Answered>{(callbacks) => <BroadcastComposer name="Broadcast" {...callbacks} />}</Answered>
        </>
      ) : null}
      {/* In one place for all, so that an upgraded role changes the page around it. */}
      <Answered>{(callbacks) => <Identity principal={principal} {...callbacks} />}</Answered>
    </FormPage>
  )
}

interface AsideProps {
  readonly isStaff: boolean
  readonly seesNames: boolean
  readonly tests: boolean
}

const Aside = ({ isStaff, seesNames, tests }: AsideProps) => (
  <>
    <OwnDeliveries />
    {seesNames ? (
      <>
        <PendingToggle title="Pending commands" description="Commands that wait for the game, or to be done by hand." />
        <OnlinePlayers />
      </>
    ) : null}
    {/* Below the list of players, which is long. */}
    <Settled parts={[usePlayersInGame().state]}>
      {tests ? <CommandTesting /> : null}
      {isStaff ? <HeldPermissions /> : null}
    </Settled>
  </>
)

interface IdentityProps extends ResponseCallbacks {
  readonly principal: Principal
}

/** The role with the way to a higher one, and commands on the user's own dinosaur: the linked Steam account decides which that is. */
function Identity({ principal, response, ...callbacks }: IdentityProps) {
  const { value: name, change } = useDraft('ownName', z.string(), principal.name)
  const box = useRef<HTMLDivElement>(null)
  const missing = name.trim() === '' ? '❌ Please enter your player name first' : null
  const until = principal.session?.elevatedUntil ?? null
  const common = {
    ...callbacks,
    input: { server: mainServer },
    missing,
    onMissing: () => box.current?.querySelector('input')?.focus(),
  }
  return (
    <Part title="Player Identity" action={<RoleBadge role={principal.role} />}>
      <div ref={box} className={styles.identity}>
        <Field
          label="Your player name"
          autoComplete="off"
          spellCheck={false}
          longest={longestTarget}
          value={name}
          onValue={change}
          problem={missing}
          hint="Self actions affect the dinosaur of your linked Steam account."
        />
        <section aria-label="Self Actions">
          <Actions>
            <CommandButton {...common} command={healMyself} name="Heal Myself" />
            <CommandButton
              {...common}
              command={slayMyself}
              name="Slay Myself"
              tone="danger"
              confirmation={{
                title: `Slay your own dinosaur (${name.trim()})?`,
                action: 'Slay my dinosaur',
                body: <p>Your dinosaur dies and its growth is lost. You can't undo this.</p>,
              }}
            />
            {response}
          </Actions>
        </section>
        {until === null ? null : <ElevatedRights until={until} />}
        <UpgradePanel />
      </div>
    </Part>
  )
}

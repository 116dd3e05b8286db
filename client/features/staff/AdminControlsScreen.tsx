import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { healMyself, slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { accessAtom, type Principal } from '../../connection/connectionState.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Gated, GatedPage } from '../roles/Gated.tsx'
import { PermissionTable } from '../roles/PermissionTable.tsx'
import type { PersonalPermission } from '../roles/permissionLabels.ts'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { ElevatedRights, UpgradePanel } from '../roles/Upgrade.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import styles from './AdminControls.module.css'
import { CommandButton } from './CommandButton.tsx'
import { PendingToggle } from './PendingCommands.tsx'
import { OwnDeliveries } from './RecentDeliveries.tsx'
import { StaffControls } from './StaffControls.tsx'

/** The staff commands of the principal, the permissions that are missing, and the elevation to more. */
export function AdminControlsScreen() {
  return (
    <GatedPage
      wide
      title="Admin controls"
      lead="What you may do here, and what would give you the rest. Each command tells what the game made of it."
      needs="play"
    >
      {(principal) => <Controls principal={principal} />}
    </GatedPage>
  )
}

function Controls({ principal }: { readonly principal: Principal }) {
  const seesPending = useAtomValue(accessAtom).may.includes('viewPendingCommands')
  const until = principal.session?.elevatedUntil ?? null
  return (
    <>
      <IfOn feature="rcon" />
      <section className={styles.status} aria-label="Your role">
        <p className={styles.role}>
          <span className={styles.name}>{principal.name}</span>
          <RoleBadge role={principal.role} />
        </p>
        {until === null ? null : <ElevatedRights until={until} />}
        <UpgradePanel />
      </section>
      <div className={styles.columns}>
        <div className={styles.controls}>
          <SelfActions ownName={principal.name} />
          <StaffControls />
        </div>
        <div className={styles.issued}>
          <OwnDeliveries />
        </div>
      </div>
      {seesPending ? (
        <PendingToggle
          title="Pending commands"
          description="What waits for the game, or for somebody who does it by hand in the hosting panel."
        />
      ) : null}
      <Part title="Open to staff">
        <StaffPages />
      </Part>
      <Part
        title="Your permissions"
        description="What is missing comes with a higher role, or an owner gives it to your account."
      >
        <PermissionTable role={principal.role} />
      </Part>
    </>
  )
}

interface StaffPage {
  readonly path: string
  readonly name: string
  readonly needs: PersonalPermission
}

const pages: readonly StaffPage[] = [
  { path: '/replay', name: 'Replay', needs: 'viewAllPositions' },
  { path: '/admin', name: 'Admin', needs: 'viewPendingCommands' },
  { path: '/audit', name: 'Audit', needs: 'runConsole' },
  { path: '/owner-admin', name: 'Owner admin', needs: 'ownerPanel' },
  { path: '/map-settings', name: 'Map settings', needs: 'ownerPanel' },
  { path: '/admins', name: 'Manage admins', needs: 'manageAdmins' },
]

const StaffPages = () => (
  <ul className={styles.places}>
    {pages.map(({ path, name, needs }) => (
      <li key={path}>
        <Gated needs={needs} name={name}>
          <Link href={path} className={styles.place}>
            {name}
          </Link>
        </Gated>
      </li>
    ))}
  </ul>
)

/** Commands on the own dinosaur, which the linked Steam account decides; the name is only used in texts. */
function SelfActions({ ownName }: { readonly ownName: string }) {
  const [name, setName] = useState(ownName)
  const missing = name.trim() === '' ? '❌ Please enter your player name first' : null
  const input = { server: mainServer }
  return (
    <div className={styles.self}>
      <Part title="Player Identity">
        <Field
          label="Your player name"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={name}
          onValue={setName}
          hint="Self actions reach the dinosaur of your linked Steam account, and no other."
        />
      </Part>
      <Part title="Self Actions">
        <Actions>
          <CommandButton
            command={slayMyself}
            input={input}
            name="Slay Myself"
            tone="danger"
            missing={missing}
            confirmation={{
              title: `Slay your own dinosaur, ${name.trim()}?`,
              action: 'Slay my dinosaur',
              body: <p>The dinosaur that you play now dies, with its growth. That cannot be undone.</p>,
            }}
          />
          <CommandButton command={healMyself} input={input} name="Heal Myself" missing={missing} />
        </Actions>
      </Part>
    </div>
  )
}

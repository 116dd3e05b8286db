import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { healMyself, slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Acts } from '../../ui/Stack.tsx'
import type { You } from '../roles/elevation.ts'
import { Gated } from '../roles/Gated.tsx'
import { GatedPage } from '../roles/GatedPage.tsx'
import { PermissionTable } from '../roles/PermissionTable.tsx'
import type { PersonalPermission } from '../roles/permissionLabels.ts'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { LentRights, UpgradePanel } from '../roles/Upgrade.tsx'
import styles from './AdminControls.module.css'
import { CommandButton } from './CommandButton.tsx'
import { PendingToggle } from './PendingCommands.tsx'
import { GivenDeliveries } from './RecentDeliveries.tsx'
import { StaffControls } from './StaffControls.tsx'

/** What one may do here as staff, what is missing, and the way to be lent more. */
export function AdminControlsScreen() {
  return (
    <GatedPage
      wide
      title="Admin controls"
      lead="What you may do here, and what would give you the rest. Each command tells what the game made of it."
      needs="play"
      atOnce="upgrading your role"
    >
      {(you) => <Standing you={you} />}
    </GatedPage>
  )
}

function Standing({ you }: { readonly you: You }) {
  const seesPending = useAtomValue(meAtom).may.includes('viewPendingCommands')
  const until = you.session?.raisedUntil ?? null
  return (
    <>
      <section className={styles.standing} aria-label="Your role">
        <p className={styles.role}>
          <span className={styles.name}>{you.name}</span>
          <RoleBadge role={you.role} />
        </p>
        {until === null ? null : <LentRights until={until} />}
        <UpgradePanel />
      </section>
      <div className={styles.columns}>
        <div className={styles.controls}>
          <SelfActions ownName={you.name} />
          <StaffControls />
        </div>
        <div className={styles.given}>
          <GivenDeliveries />
        </div>
      </div>
      {seesPending ? (
        <PendingToggle
          title="Pending commands"
          words="What waits for the game, or for somebody who does it by hand in the hosting panel."
        />
      ) : null}
      <Part title="Open to staff">
        <StaffPlaces />
      </Part>
      <Part
        title="Your permissions"
        words="What is missing comes with a higher role, or an owner gives it to your account."
      >
        <PermissionTable role={you.role} />
      </Part>
    </>
  )
}

interface StaffPlace {
  readonly path: string
  readonly name: string
  readonly needs: PersonalPermission
}

const places: readonly StaffPlace[] = [
  { path: '/replay', name: 'Replay', needs: 'viewAllPositions' },
  { path: '/admin', name: 'Admin', needs: 'viewPendingCommands' },
  { path: '/audit', name: 'Audit', needs: 'runConsole' },
  { path: '/owner-admin', name: 'Owner admin', needs: 'ownerPanel' },
  { path: '/map-settings', name: 'Map settings', needs: 'ownerPanel' },
  { path: '/admins', name: 'Manage admins', needs: 'manageAdmins' },
]

const StaffPlaces = () => (
  <ul className={styles.places}>
    {places.map(({ path, name, needs }) => (
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

/** One's own dinosaur. Whose that is, the linked Steam account tells; the name is whom the page speaks of. */
export function SelfActions({ ownName }: { readonly ownName: string }) {
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
        <Acts>
          <CommandButton
            command={slayMyself}
            input={input}
            name="Slay Myself"
            tone="danger"
            missing={missing}
            question={{
              title: `Slay your own dinosaur, ${name.trim()}?`,
              act: 'Slay my dinosaur',
              words: <p>The dinosaur that you play now dies, with its growth. That cannot be undone.</p>,
            }}
          />
          <CommandButton command={healMyself} input={input} name="Heal Myself" missing={missing} />
        </Acts>
      </Part>
    </div>
  )
}

import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { meAtom } from '../../connection/meAtom.ts'
import { SelfActions } from '../adminControls/SelfActions.tsx'
import { StaffControls } from '../adminControls/StaffControls.tsx'
import { GivenDeliveries } from '../deliveries/GivenDeliveries.tsx'
import { PendingToggle } from '../deliveries/PendingToggle.tsx'
import { RoleBadge } from '../session/RoleBadge.tsx'
import styles from './AdminControlsScreen.module.css'
import { Gated } from './Gated.tsx'
import { GatedPage } from './GatedPage.tsx'
import { LentRights } from './LentRights.tsx'
import { Part } from './Part.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import type { PersonalPermission } from './permissionWords.ts'
import type { You } from './shownYouAtom.ts'
import { UpgradePanel } from './UpgradePanel.tsx'

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

import { Link } from 'wouter'
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
      title="Admin controls"
      lead="What you may do here, and what would give you the rest."
      needs="play"
      atOnce="upgrading your role"
    >
      {(you) => <Standing you={you} />}
    </GatedPage>
  )
}

function Standing({ you }: { readonly you: You }) {
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

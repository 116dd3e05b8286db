import type { Role } from '../../../shared/engine/permissions.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './RoleBadge.module.css'
import { roleLabels } from './roleLabels.ts'

/** A shape for each role, so that none depends on its colour alone. */
const shapes: Readonly<Record<Role, string>> = {
  owner: 'M3 15V6l4 4 3-6 3 6 4-4v9z',
  admin: 'M10 2.5 16.5 5v5c0 4-2.5 6.5-6.5 8-4-1.5-6.5-4-6.5-8V5z',
  moderator: 'M10 3v14M4 7h12M4 7l-2 5h4zM16 7l-2 5h4zM7 17h6',
  player:
    'M10 16c-3-1.6-4.6-4-4.3-6.2.2-1.9 2-2.8 4.3-2.8s4.1.9 4.3 2.8c.3 2.2-1.3 4.6-4.3 6.2zM10 7V2.5M6.3 8.5 3 5M13.7 8.5 17 5',
}

export function RoleBadge({ role }: { readonly role: Role }) {
  return (
    <span className={styles.badge}>
      <Stroke size={16}>
        <path d={shapes[role]} />
      </Stroke>
      {roleLabels[role]}
    </span>
  )
}

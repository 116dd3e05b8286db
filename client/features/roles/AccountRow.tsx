import type { ReactNode } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { RoleBadge } from '../session/RoleBadge.tsx'
import styles from './AccountSearch.module.css'

interface AccountRowProps {
  readonly name: string
  readonly role: Role
  readonly words: ReactNode
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** An account to choose: its name, what it is, and a line that tells it from others. */
export const AccountRow = ({ name, role, words, isChosen, onChoose }: AccountRowProps) => (
  <button type="button" className={styles.row} aria-pressed={isChosen} onClick={onChoose}>
    <span className={styles.name}>{name}</span>
    <RoleBadge role={role} />
    <span className={styles.words}>{words}</span>
  </button>
)

import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { viewAs } from '../../../shared/features/session/commands.ts'
import { meAtom } from '../../connection/handshake.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { inRole, roleWords } from './permissionLabels.ts'
import styles from './ViewAs.module.css'

const choices = ['admin', 'moderator', 'player'] as const

/** Sees the site with the eyes of a role, beginning at its front door. */
export function ViewAs() {
  const { run, busy, refusal, dismiss } = useCommand(viewAs)
  const [wanted, setWanted] = useState<string | null>(null)
  const [, go] = useLocation()
  const view = async (role: (typeof choices)[number]) => {
    setWanted(role)
    // This page is not there for the role: what is, begins at the front door.
    if ((await run({ role })).ok) go('/')
  }
  return (
    <div className={styles.viewAs}>
      <div className={styles.roles}>
        {choices.map((role) => (
          <Button
            key={role}
            aria-label={`View the site as ${role}`}
            disabled={busy && role !== wanted}
            flight={busy && role === wanted ? 'Changing the view' : null}
            onClick={() => void view(role)}
          >
            {roleWords[role]}
          </Button>
        ))}
      </div>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}

/** Stands on every page while somebody views the site as a role, so that they do not take it for their own. */
export function ViewAsBanner() {
  const viewing = useAtomValue(meAtom).you?.session?.viewing ?? null
  const { run, busy, refusal } = useCommand(viewAs)
  if (viewing === null) return null
  return (
    <aside className={styles.banner} aria-label="Viewing as a role">
      <p role="status">
        <strong>You see the site as {inRole(viewing)}.</strong> Nothing can be changed. {refusal?.message}
      </p>
      <Button flight={busy ? 'Stopping' : null} onClick={() => void run({ role: null })}>
        Stop viewing
      </Button>
    </aside>
  )
}

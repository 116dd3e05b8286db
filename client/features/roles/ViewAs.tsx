import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { withArticle } from '../../../shared/engine/article.ts'
import { viewAs } from '../../../shared/features/session/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { roleLabels } from './roleLabels.ts'
import styles from './ViewAs.module.css'

const choices = ['admin', 'moderator', 'player'] as const

/** Shows the site as a role sees it, starting at its home page. */
export function ViewAs() {
  const { run, busy, refusal, dismiss } = useCommand(viewAs)
  const [wanted, setWanted] = useState<string | null>(null)
  const [, go] = useLocation()
  const view = async (role: (typeof choices)[number]) => {
    setWanted(role)
    // The role cannot open this page.
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
            busyLabel={busy && role === wanted ? 'Loading…' : null}
            onClick={() => void view(role)}
          >
            {roleLabels[role]}
          </Button>
        ))}
      </div>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}

/** On every page while the site is viewed as a role, so that the view is not mistaken for the user's own. */
export function ViewAsBanner() {
  const viewing = useAtomValue(accessAtom).principal?.session?.viewing ?? null
  const { run, busy, refusal } = useCommand(viewAs)
  if (viewing === null) return null
  return (
    <aside className={styles.banner} aria-label="Viewing as a role">
      <p role="status">
        <strong>You're viewing the site as {withArticle(viewing)}.</strong> You can't change anything.{' '}
        {refusal?.message}
      </p>
      <Button busyLabel={busy ? 'Stopping…' : null} onClick={() => void run({ role: null })}>
        Stop viewing
      </Button>
    </aside>
  )
}

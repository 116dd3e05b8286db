import { useAtomValue } from 'jotai'
import { viewAs } from '../../../shared/features/session/commands.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { inRole } from './inRole.ts'
import styles from './ViewAsBanner.module.css'

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

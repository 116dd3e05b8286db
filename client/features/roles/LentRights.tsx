import { lowerSession } from '../../../shared/features/session/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AdminControlsScreen.module.css'
import { On, Until } from './Ago.tsx'

/** What a password has lent to this session, until when, and the way to give it back. */
export function LentRights({ until }: { readonly until: number }) {
  const { run, busy, refusal, dismiss } = useCommand(lowerSession)
  return (
    <div className={styles.lent}>
      <p>
        <strong>Lent to this session.</strong> It ends by itself in <Until at={until} />, on <On at={until} />, or when
        you log out.
      </p>
      <Button flight={busy ? 'Giving back' : null} onClick={() => void run({})}>
        Give back
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}

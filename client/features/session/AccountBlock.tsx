import { useAtomValue } from 'jotai'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/meAtom.ts'
import { signOut } from '../../connection/session.ts'
import styles from './AccountBlock.module.css'
import { DemoSignIn } from './DemoSignIn.tsx'
import { RoleBadge } from './RoleBadge.tsx'
import { useSessionChange } from './useSessionChange.ts'

/** Who this person is here, and the way in or out. */
export function AccountBlock() {
  const hello = useAtomValue(helloAtom)
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()

  if (!hello) return null
  if (!hello.you) return hello.demo ? <DemoSignIn /> : <span className={styles.guest}>Guest</span>
  return (
    <div className={styles.account}>
      <span className={styles.who}>
        <span className={styles.name}>{hello.you.name}</span>
        <RoleBadge role={hello.you.role} />
      </span>
      <button
        type="button"
        className={styles.out}
        disabled={busy !== null}
        onClick={() => start('Signing out', () => signOut(connection))}
      >
        {busy ?? 'Sign out'}
      </button>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

import type { Role } from '../../../shared/engine/permissions.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { signInDemo } from '../../connection/session.ts'
import { Choices } from '../../ui/Choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import styles from './AccountBlock.module.css'
import { DemoPlayers } from './DemoPlayers.tsx'
import { demoWords, roleWords } from './roleWords.ts'
import { useSessionChange } from './useSessionChange.ts'

const inOrder: readonly Role[] = ['player', 'moderator', 'admin', 'owner']
const options = inOrder.map((role) => ({ key: role, name: roleWords[role], words: demoWords[role] }))

/** A sign-in through a provider takes this long; the demo does as well, so that the way there can be seen. */
const onTheWayMs = 1_500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The door of the demo: in as anyone, and shown on the way. */
export function DemoSignIn() {
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const signIn = (role: Role, number?: number) =>
    start(`Signing in as ${roleWords[role]}${number ? ` ${number}` : ''}`, async () => {
      await pause(onTheWayMs)
      return signInDemo(connection, role, number)
    })

  return (
    <div className={styles.account}>
      <Disclosure title="Demo sign-in" face={busy ? <span className={styles.flight}>{busy}</span> : 'Sign in'}>
        {() => (
          <>
            <p className={styles.lead}>Demo: come in as</p>
            <Choices<Role> options={options} disabled={busy !== null} onChoose={(role) => signIn(role)} />
            <DemoPlayers disabled={busy !== null} onChoose={(number) => signIn('player', number)} />
          </>
        )}
      </Disclosure>
      <p className="unseen" role="status">
        {busy ? `${busy} …` : ''}
      </p>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

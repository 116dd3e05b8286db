import type { Role } from '../../../shared/engine/permissions.ts'
import { Choices } from '../../ui/Choices.tsx'
import styles from './AccountBlock.module.css'
import { DemoPlayers } from './DemoPlayers.tsx'
import { demoWords, roleWords } from './roleWords.ts'
import type { useDemoSignIn } from './useDemoSignIn.ts'

const inOrder: readonly Role[] = ['player', 'moderator', 'admin', 'owner']
const options = inOrder.map((role) => ({ key: role, name: roleWords[role], words: demoWords[role] }))

/** The door of the demo: in as anyone. */
export function DemoSignIn({ busy, signIn }: Pick<ReturnType<typeof useDemoSignIn>, 'busy' | 'signIn'>) {
  return (
    <>
      <p className={styles.lead}>Demo: come in as</p>
      <Choices<Role> options={options} disabled={busy !== null} onChoose={(role) => void signIn({ role })} />
      <DemoPlayers disabled={busy !== null} onChoose={(number) => void signIn({ role: 'player', number })} />
    </>
  )
}

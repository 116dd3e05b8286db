import { account } from '../../../shared/features/account/account.ts'
import type { Me } from '../../connection/meAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { OwnLine } from '../packs/OwnLine.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import { Avatar } from '../session/Avatar.tsx'
import { RoleBadge } from '../session/RoleBadge.tsx'
import styles from './WelcomeBack.module.css'

/** Greets who is signed in, with how their dinosaur fares and where they may go. */
export function WelcomeBack({ you }: { readonly you: NonNullable<Me['you']> }) {
  const own = useDocument(account, you.id).value
  return (
    <section className={styles.card} aria-label="Welcome back">
      <Avatar name={you.name} picture={own?.[own.active]?.avatar ?? ''} size="large" />
      <div className={styles.words}>
        <RoleBadge role={you.role} />
        <h2 className={styles.name}>Welcome back, {you.name}</h2>
        <OwnLine me={you.id} />
      </div>
      <div className={styles.acts}>
        <ActionLink tone="main" href="/profile">
          Your profile
        </ActionLink>
        <ActionLink href="/games">Games</ActionLink>
      </div>
    </section>
  )
}

import { useState } from 'react'
import { revokeToken } from '../../../shared/features/tokens/commands.ts'
import { type Token, usedEveryMs } from '../../../shared/features/tokens/tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Ago, On } from '../roles/Ago.tsx'
import { permissionWords } from '../roles/permissionWords.ts'
import { Question } from '../roles/Question.tsx'
import styles from './TokenList.module.css'

interface TokenListProps {
  readonly tokens: Readonly<Record<string, Token>>
}

interface Named {
  readonly id: string
  readonly label: string
}

/** One's own tokens, the newest first. */
export function TokenList({ tokens }: TokenListProps) {
  const [asked, setAsked] = useState<Named | null>(null)
  const rows = Object.entries(tokens).sort(([, a], [, b]) => b.createdAt - a.createdAt)
  return (
    <>
      <ul className={styles.list} aria-label="Tokens">
        {rows.map(([id, token]) => (
          <TokenRow key={id} token={token} onRevoke={() => setAsked({ id, label: token.label })} />
        ))}
      </ul>
      {asked ? (
        <Question
          command={revokeToken}
          input={{ id: asked.id }}
          title={`Revoke “${asked.label}”?`}
          act="Revoke the token"
          flight="Revoking"
          done={`“${asked.label}” is revoked.`}
          onClose={() => setAsked(null)}
        >
          <p>The program that uses it is shut out at once. The token cannot be brought back.</p>
        </Question>
      ) : null}
    </>
  )
}

function TokenRow({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const isOver = token.endsAt <= useNow(20_000)
  return (
    <li className={styles.token} data-over={isOver || undefined}>
      <div className={styles.which}>
        <p className={styles.label}>{token.label}</p>
        <p className={styles.may}>{permissionNames(token)}</p>
      </div>
      <dl className={styles.times}>
        <dt>Last used</dt>
        <dd>{token.usedAt === null ? 'never' : <Ago at={token.usedAt} withinMs={usedEveryMs} />}</dd>
        <dt>{isOver ? 'Ended' : 'Ends'}</dt>
        <dd>
          <On at={token.endsAt} />
        </dd>
      </dl>
      <Button aria-label={`Revoke ${token.label}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

const permissionNames = ({ permissions }: Token) =>
  permissions.flatMap((permission) => (permission === 'hub' ? [] : permissionWords[permission].name)).join(' · ')

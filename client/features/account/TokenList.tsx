import { useState } from 'react'
import { revokeToken } from '../../../shared/features/tokens/commands.ts'
import { type Token, tokenUsePrecisionMs } from '../../../shared/features/tokens/tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { EntryList, EntryRow } from '../../ui/EntryRow.tsx'
import { Ago, On, useNow } from '../../ui/Time.tsx'
import { permissionLabels } from '../roles/permissionLabels.ts'

interface TokenListProps {
  readonly tokens: Readonly<Record<string, Token>>
}

interface Named {
  readonly id: string
  readonly label: string
}

/** The account's tokens, the newest first. */
export function TokenList({ tokens }: TokenListProps) {
  const [unconfirmed, setUnconfirmed] = useState<Named | null>(null)
  const rows = Object.entries(tokens).sort(([, a], [, b]) => b.createdAt - a.createdAt)
  return (
    <>
      <EntryList label="Tokens">
        {rows.map(([id, token]) => (
          <TokenRow key={id} token={token} onRevoke={() => setUnconfirmed({ id, label: token.label })} />
        ))}
      </EntryList>
      {unconfirmed ? (
        <ConfirmCommand
          command={revokeToken}
          input={{ id: unconfirmed.id }}
          title={`Revoke “${unconfirmed.label}”?`}
          action="Revoke the token"
          busyLabel="Revoking…"
          done={`“${unconfirmed.label}” is revoked.`}
          onClose={() => setUnconfirmed(null)}
        >
          <p>The program that uses it loses access at once. You can't undo this.</p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}

function TokenRow({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const isOver = token.endsAt <= useNow(20_000)
  return (
    <EntryRow
      ended={isOver}
      title={token.label}
      detail={permissionNames(token)}
      times={[
        {
          name: 'Last used',
          at: token.usedAt === null ? 'never' : <Ago at={token.usedAt} withinMs={tokenUsePrecisionMs} />,
        },
        { name: isOver ? 'Ended' : 'Ends', at: <On at={token.endsAt} /> },
      ]}
      action={
        <Button aria-label={`Revoke ${token.label}`} onClick={onRevoke}>
          Revoke
        </Button>
      }
    />
  )
}

const permissionNames = ({ permissions }: Token) =>
  permissions.flatMap((permission) => (permission === 'hub' ? [] : permissionLabels[permission].name)).join(' · ')

import { useId, useState } from 'react'
import { ownSessions } from '../../../shared/features/session/session.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntryList } from '../../ui/EntryRow.tsx'
import { Part } from '../../ui/Part.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady, LoadingState, Settled } from '../../ui/templates/screenStates.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import styles from './AccountScreen.module.css'
import { ConfirmCloseOthers, ConfirmRevoke, type OpenSession, SessionRow, sessionOrder } from './SessionRow.tsx'
import { TokensPart } from './TokensPart.tsx'

const title = 'Sessions and tokens'

/** The account's sessions, and the tokens of its programs. */
export function AccountScreen() {
  return (
    <PermissionGate title={title} needs="play">
      {(principal) => (
        <FormPage
          {...alwaysReady}
          title={title}
          lead="Where you're signed in, and which programs can act for you. End anything you don't recognise."
          density="table"
          width="wide"
        >
          <Parts principal={principal} />
        </FormPage>
      )}
    </PermissionGate>
  )
}

function Parts({ principal }: { readonly principal: Principal }) {
  const { state } = useDocument(ownSessions, principal.id)
  return (
    <>
      <SessionsPart principal={principal} />
      <Settled parts={[state]}>
        <TokensPart principal={principal} />
      </Settled>
    </>
  )
}

type Unconfirmed = { readonly kind: 'one'; readonly session: OpenSession } | { readonly kind: 'others' }

/** All browsers with a session of this account. */
export function SessionsPart({ principal }: { readonly principal: Principal }) {
  const { state, value } = useDocument(ownSessions, principal.id)
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const mine = principal.session?.id ?? null
  const sessions = sessionOrder(value?.open ?? {}, mine)
  const others = sessions.filter(({ id }) => id !== mine).length
  return (
    <Part
      title="Where you're signed in"
      description="A session ends after 7 days without use, and after 30 days at the latest."
      action={<CloseOthers others={others} isKnown={value !== null} onAsk={() => setUnconfirmed({ kind: 'others' })} />}
    >
      {state === 'loading' ? (
        <LoadingState />
      ) : state === 'refused' ? (
        <EmptyState picture="gate" title="You can't see these sessions.">
          <p>Only you can see your sessions. Sign in again.</p>
        </EmptyState>
      ) : sessions.length === 0 ? (
        <EmptyState picture="tracks" title="No open sessions." />
      ) : (
        <EntryList label="Sessions">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isMine={session.id === mine}
              onRevoke={() => setUnconfirmed({ kind: 'one', session })}
            />
          ))}
        </EntryList>
      )}
      {unconfirmed?.kind === 'one' ? (
        <ConfirmRevoke
          session={unconfirmed.session}
          isMine={unconfirmed.session.id === mine}
          onClose={() => setUnconfirmed(null)}
        />
      ) : null}
      {unconfirmed?.kind === 'others' ? (
        <ConfirmCloseOthers others={others} onClose={() => setUnconfirmed(null)} />
      ) : null}
    </Part>
  )
}

interface CloseOthersProps {
  readonly others: number
  readonly isKnown: boolean
  readonly onAsk: () => void
}

/** Ends all sessions but this one; says so if there is no other. */
function CloseOthers({ others, isKnown, onAsk }: CloseOthersProps) {
  const why = useId()
  const isOnlySession = isKnown && others === 0
  return (
    <div className={styles.others}>
      <Button tone="danger" disabled={others === 0} aria-describedby={isOnlySession ? why : undefined} onClick={onAsk}>
        Log out everywhere else
      </Button>
      {isOnlySession ? (
        <p id={why} className={styles.note}>
          You're not signed in anywhere else.
        </p>
      ) : null}
    </div>
  )
}

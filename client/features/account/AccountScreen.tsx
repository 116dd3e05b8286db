import { useId, useState } from 'react'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { EntryList } from '../../ui/EntryRow.tsx'
import { Part } from '../../ui/Part.tsx'
import type { You } from '../roles/elevation.ts'
import { GatedPage } from '../roles/GatedPage.tsx'
import styles from './AccountScreen.module.css'
import { CloseOthersQuestion, type OpenSession, RevokeQuestion, SessionRow, sessionOrder } from './SessionRow.tsx'
import { TokensPart } from './TokensPart.tsx'

/** Where somebody is signed in, and what programs may act for them. */
export function AccountScreen() {
  return (
    <GatedPage
      title="Sessions and tokens"
      lead="Where you are signed in, and which programs may act for you. End whatever you do not know."
      needs="play"
      atOnce="making a token"
    >
      {(you) => (
        <>
          <SessionsPart you={you} />
          <TokensPart you={you} />
        </>
      )}
    </GatedPage>
  )
}

type Asked = { readonly kind: 'one'; readonly session: OpenSession } | { readonly kind: 'others' }

/** All browsers in which somebody is signed in as this account. */
export function SessionsPart({ you }: { readonly you: You }) {
  const { state, value } = useDocument(ownSessions, you.id)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mine = you.session?.id ?? null
  const sessions = sessionOrder(value?.open ?? {}, mine)
  const others = sessions.filter(({ id }) => id !== mine).length
  return (
    <Part
      title="Where you are signed in"
      words="A session ends by itself after 7 days without use, and after 30 days in any case."
      act={<CloseOthers others={others} isKnown={value !== null} onAsk={() => setAsked({ kind: 'others' })} />}
    >
      {state === 'loading' ? (
        <p className={styles.told} role="status">
          Fetching your sessions.
        </p>
      ) : state === 'refused' ? (
        <Blank picture="gate" title="The hub does not show your sessions">
          <p>They are shown to the account itself. Sign in again.</p>
        </Blank>
      ) : sessions.length === 0 ? (
        <Blank picture="tracks" title="No session is open" />
      ) : (
        <EntryList label="Sessions">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isMine={session.id === mine}
              onRevoke={() => setAsked({ kind: 'one', session })}
            />
          ))}
        </EntryList>
      )}
      {asked?.kind === 'one' ? (
        <RevokeQuestion session={asked.session} isMine={asked.session.id === mine} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'others' ? <CloseOthersQuestion others={others} onClose={() => setAsked(null)} /> : null}
    </Part>
  )
}

interface CloseOthersProps {
  readonly others: number
  readonly isKnown: boolean
  readonly onAsk: () => void
}

/** The way to end all but this one; where there is no other, that it is so. */
function CloseOthers({ others, isKnown, onAsk }: CloseOthersProps) {
  const why = useId()
  const isAlone = isKnown && others === 0
  return (
    <div className={styles.others}>
      <Button tone="danger" disabled={others === 0} aria-describedby={isAlone ? why : undefined} onClick={onAsk}>
        Log out everywhere else
      </Button>
      {isAlone ? (
        <p id={why} className={styles.told}>
          You are signed in nowhere else.
        </p>
      ) : null}
    </div>
  )
}

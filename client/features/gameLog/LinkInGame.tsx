import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Account } from '../../../shared/features/account/account.ts'
import { makeLinkCode } from '../../../shared/features/gameLog/commands.ts'
import { linkAttempt } from '../../../shared/features/gameLog/gameLog.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import styles from './LinkInGame.module.css'

interface LinkInGameProps {
  readonly accountId: string
  readonly own: Pick<Account, 'steam'>
}

/** Links the user's player by a code typed in the game's chat. Hidden where a Steam account is linked, but not in the moment it was. */
export function LinkInGame({ accountId, own: { steam } }: LinkInGameProps) {
  /** The hub keeps no code that can be read again: it is shown on the page that made it. */
  const [made, setMade] = useState<string | null>(null)
  const attempt = useDocument(linkAttempt, accountId).value
  if (steam !== null && made === null) return null
  if (steam !== null)
    return (
      <section className={styles.link} aria-label={title}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.done} role="status">
          Linked to {steam.displayName}.
        </p>
      </section>
    )
  return (
    <section className={styles.link} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.soft}>
        Make a code and send it in the game's chat: that links your player without signing in with Steam here.
      </p>
      {attempt?.state === 'belongsToOther' ? (
        <Problem>
          That player already belongs to another account. Log out, then sign in with Steam to use that account.
        </Problem>
      ) : null}
      <Code made={made} endsAt={attempt?.state === 'waiting' ? attempt.endsAt : null} onMade={setMade} />
    </section>
  )
}

const title = 'Link in the game'

interface CodeProps {
  /** The code that this page has made; null if none. */
  readonly made: string | null
  /** Until when a code waits, epoch ms; null if none does. */
  readonly endsAt: number | null
  readonly onMade: (code: string) => void
}

function Code({ made, endsAt, onMade }: CodeProps) {
  const { run, busy, refusal, dismiss, allowed } = useCommand(makeLinkCode)
  const isOpen = useNow() < (endsAt ?? 0)
  const make = async () => {
    const outcome = await run({ server: mainServer })
    if (outcome.ok) onMade(outcome.output.code)
  }
  const text = made === null ? null : `!link ${made}`
  return (
    <>
      {isOpen && text !== null ? (
        <div className={styles.code}>
          <code>{text}</code>
          <CopyButton text={text} what="link code" />
        </div>
      ) : null}
      {endsAt === null ? null : (
        <p role={isOpen ? undefined : 'status'}>
          {isOpen ? (
            <Countdown
              label={text === null ? 'A code is waiting, for another' : 'Type it within'}
              to={endsAt}
              over=""
            />
          ) : (
            'The code has expired.'
          )}
        </p>
      )}
      <Button
        tone={isOpen && text !== null ? 'quiet' : 'plain'}
        disabled={!allowed}
        busyLabel={busy ? 'Making a code…' : null}
        onClick={() => void make()}
      >
        {endsAt === null ? 'Make a code' : 'Make a new code'}
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}

import type { ReactNode } from 'react'
import type { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import type { logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { Ago } from '../../ui/Time.tsx'
import styles from './GameLog.module.css'

export type LogLink = z.infer<typeof logLink.schema>

/** What a log would show, and how an owner connects one. */
export const notConnected = {
  title: "The game's log isn't connected.",
  text: (
    <>
      With it, this page shows who killed whom, what players write, who joins and leaves, and what admins do in the
      game. An owner sets <code>GAME_LOG</code> to the folder of TheIsle.log, then restarts the hub.
    </>
  ),
}

/** Above lines of a log that was connected before. */
export const NotConnectedNote = () => (
  <Note>
    <strong>{notConnected.title}</strong> {notConnected.text}
  </Note>
)

/** How the link to a connected log is doing, where that is more than that it follows. */
export function LogLinkNote({ link }: { readonly link: LogLink }) {
  const { state, why, since, place } = link
  if (state === 'off') return null
  if (state === 'following') return <LossNote link={link} />
  if (state === 'opening') return <Note>Opening the game's log{place ? ` in ${place}` : ''}…</Note>
  return (
    <Note isProblem>
      <strong>The game's log can't be read.</strong> {why}{' '}
      {since === null ? null : (
        <>
          Nothing new has come since <Ago at={since} isInSentence />; the hub keeps trying.
        </>
      )}
    </Note>
  )
}

/** What is missing on a page that looks whole. */
function LossNote({ link: { lostAt, unreadable } }: { readonly link: LogLink }) {
  if (lostAt === null && unreadable === 0) return null
  return (
    <Note>
      {lostAt === null ? null : (
        <>
          <strong>Lines are missing.</strong> The log was emptied or removed before the hub had read all of it. This was
          noticed <Ago at={lostAt} isInSentence />.{' '}
        </>
      )}
      {unreadable === 0
        ? null
        : `${unreadable === 1 ? '1 line' : `${numberText(unreadable)} lines`} couldn't be read in full since the hub started: damaged, too long, or in a format that the hub doesn't know.`}
    </Note>
  )
}

/** Nothing that players write is recorded: a switch of the configuration. */
export const ChatOffNote = () => (
  <Note>
    <strong>Chat isn't recorded.</strong> The owner has switched it off (<code>CHAT_LOG=0</code>).
  </Note>
)

const Note = ({ isProblem = false, children }: { readonly isProblem?: boolean; readonly children: ReactNode }) => (
  <p className={styles.note} role="status" data-problem={isProblem || undefined}>
    <span>{children}</span>
  </p>
)

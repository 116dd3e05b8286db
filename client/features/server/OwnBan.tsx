import { useAtomValue } from 'jotai'
import { type ReactNode, useLayoutEffect } from 'react'
import type { z } from 'zod'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownBan } from '../../../shared/features/deliveries/ownBan.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { ForAnother, On } from '../../ui/Time.tsx'
import { Settled } from '../../ui/templates/screenStates.tsx'
import type { useJoin } from './JoinServer.tsx'
import styles from './OwnBan.module.css'

export type OwnBan = NonNullable<z.infer<typeof ownBan.output>['ban']>

interface UnlessBannedProps {
  readonly parts: ReturnType<typeof useJoin>['parts']
  readonly onBanned: (isBanned: boolean) => void
  /** How to join, for users who are not banned. */
  readonly how: ReactNode
  readonly children: ReactNode
}

/** How to join, or the user's ban in its place, above the rest. */
export function UnlessBanned({ parts, onBanned, how, children }: UnlessBannedProps) {
  const { state, ban } = useOwnBan()
  const isBanned = ban !== null
  // Before the page is painted: the notice and the link to the steps never stand together.
  useLayoutEffect(() => {
    onBanned(isBanned)
    return () => onBanned(false)
  }, [isBanned, onBanned])
  return (
    <Settled parts={[...parts, state]}>
      {ban ? <BanNotice ban={ban} /> : how}
      {children}
    </Settled>
  )
}

/** The user's own ban, asked again when they are notified of one, or of its end, and when their account is linked to a player. */
export function useOwnBan() {
  const { principal, may } = useAtomValue(accessAtom)
  const me = principal !== null && may.includes('play') ? principal.id : null
  const { state, value, reload } = useQuery(ownBan, me === null ? null : {})
  const inbox = useDocument(notifications, me ?? '').value
  const own = useDocument(account, me ?? '').value
  const told = Object.values(inbox?.entries ?? {}).filter(({ type }) => type === 'ban')
  useFollow(me && inbox && own ? JSON.stringify([own.steamId, told.map(({ id }) => id)]) : null, reload, 0)
  return { state: me === null ? 'here' : state, ban: value?.ban ?? null } as const
}

interface BanNoticeProps {
  readonly ban: OwnBan
}

const BanNotice = ({ ban: { reason, until } }: BanNoticeProps) => (
  <section className={styles.ban} aria-labelledby="own-ban">
    <h2 id="own-ban">You're banned from this server</h2>
    <p>
      {until === null ? (
        "You can't play on it: the ban is permanent."
      ) : (
        <>
          You can't play on it until <On at={until} /> your time, <ForAnother at={until} />.
        </>
      )}
    </p>
    {reason === '' ? null : <p>Reason: {withMarksShown(reason)}</p>}
  </section>
)

import { useState } from 'react'
import { listRegistrations } from '../../../shared/features/events/commands.ts'
import { leastShare, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Events.module.css'

/** What an event was, of which the hub counted who came. */
type Held = Pick<ScheduledEvent, 'started' | 'isSettled' | 'reward'>

interface RegistrationsProps {
  readonly event: string
  readonly title: string
  /** Null for an event that staff hold themselves. */
  readonly held: Held | null
  readonly onClose: () => void
}

/** For staff: who is registered, and who of them came. */
export const Registrations = ({ event, title, held, onClose }: RegistrationsProps) => (
  <Dialog title={`Registered for ${title}`} onClose={onClose}>
    <DialogBody>
      <Pages event={event} held={held?.started && held.isSettled ? held : null} />
    </DialogBody>
  </Dialog>
)

/** In order, a page at a time. */
function Pages({ event, held }: Pick<RegistrationsProps, 'event' | 'held'>) {
  const [from, setFrom] = useState(0)
  const answer = useQuery(listRegistrations, { event, from })
  const rows = answer.value?.registrations ?? []
  const next = answer.value?.next ?? null
  const wasRead = (answer.value?.readings ?? 0) > 0
  const isEmpty = (page: { readonly registrations: readonly object[]; readonly next: number | null }) =>
    from === 0 && page.registrations.length === 0 && page.next === null
  return (
    <StatefulContent {...statesOf(answer, isEmpty, { title: 'No one is registered.' })}>
      {held && !wasRead ? <p>The game could not be read during this event, so no one was counted.</p> : null}
      {rows.length === 0 ? (
        <p>Everyone on this page has left.</p>
      ) : (
        <ol className={styles.scores}>
          {rows.map(({ number, account, name, isWaiting, attended }) => (
            <li key={account}>
              <span>
                {number + 1}. {name}
              </span>
              <span className={styles.soft}>
                {isWaiting ? 'Waiting' : 'Has a place'}
                {held && wasRead ? ` · ${cameText(attended, held.reward !== null)}` : ''}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Actions>
        {from > 0 ? <Button onClick={() => setFrom(0)}>First page</Button> : null}
        {next === null ? null : <Button onClick={() => setFrom(next)}>Next page</Button>}
      </Actions>
    </StatefulContent>
  )
}

/** `There for 80%, reward paid` */
function cameText(attended: { readonly share: number; readonly paid: boolean } | null, hasReward: boolean): string {
  if (attended === null) return 'Not there'
  const there = `There for ${Math.round(attended.share * 100)}%`
  if (attended.paid) return `${there}, reward paid`
  return hasReward && attended.share >= leastShare ? `${there}, reward not paid` : there
}

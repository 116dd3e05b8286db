import { useEffect, useState } from 'react'
import {
  leaveEvent,
  readWaitingPlace,
  registerForEvent,
  setShowsName,
} from '../../../shared/features/events/commands.ts'
import { eventSeats, leastShare, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { wasReminded } from '../../../shared/features/events/reminders.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { useNow } from '../../ui/Time.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import { useOwnEvents } from './useEvents.ts'

interface RegistrationProps {
  readonly event: ScheduledEvent
  /** Null for a guest. */
  readonly account: string | null
}

/** Registering for an event, the place in its waiting list, and what became of it. */
export function Registration({ event, account }: RegistrationProps) {
  if (account === null)
    return event.status === 'scheduled' ? (
      <div>
        <p>Sign in to register.</p>
        <SignInWays />
      </div>
    ) : null
  return <OwnRegistration event={event} account={account} />
}

function OwnRegistration({ event, account }: { readonly event: ScheduledEvent; readonly account: string }) {
  const own = useOwnEvents(account)
  const mine = own?.events[event.id]
  const attended = own?.attended[event.id]
  const place = useWaitingPlace(event.id, mine?.state === 'waiting')
  const now = useNow()
  if (event.status === 'completed')
    return attended ? <p>{attendedText(attended, event, mine?.state === 'registered')}</p> : null
  return (
    <Stack>
      {mine ? (
        <p role="status">
          {mine.state === 'registered'
            ? registeredText(event, mine.at, now)
            : `You're on the waiting list${place === null ? '' : `, number ${place}`}. ${
                event.status === 'active'
                  ? 'The event has started, so no more places become free.'
                  : 'You move up automatically when a place becomes free.'
              }`}
        </p>
      ) : null}
      {event.status === 'scheduled' ? <RegisterButton event={event.id} state={mine?.state ?? null} /> : null}
      {own ? <ShowsName isOn={own.showsName} /> : null}
    </Stack>
  )
}

interface RegisterButtonProps {
  readonly event: string
  /** Named to screen readers, where several events are in a list. */
  readonly title?: string
  readonly state: 'registered' | 'waiting' | null
}

/**
 * Registers, or gives the place back: asks first where the user would not get it again, since others wait for it or the user waits. One button
 * for both, so that it keeps the focus.
 */
export function RegisterButton({ event, title, state }: RegisterButtonProps) {
  const register = useCommand(registerForEvent)
  const leave = useCommand(leaveEvent)
  const isAwaited = (useDocument(eventSeats, event).value?.waiting ?? 0) > 0
  const [isAsking, ask] = useState(false)
  const refusal = register.refusal ?? leave.refusal
  const dismiss = () => {
    register.dismiss()
    leave.dismiss()
  }
  return (
    <>
      <Actions>
        {state === null ? (
          <Button
            tone={title === undefined ? 'main' : 'plain'}
            aria-label={title && `Register for ${title}`}
            busyLabel={register.busy ? 'Registering…' : null}
            onClick={() => void register.run({ event })}
          >
            Register
          </Button>
        ) : (
          <Button
            aria-label={title && `Unregister from ${title}`}
            busyLabel={leave.busy ? 'Leaving…' : null}
            onClick={() => (isAwaited || state === 'waiting' ? ask(true) : void leave.run({ event }))}
          >
            {leaveTexts[state]}
          </Button>
        )}
      </Actions>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {isAsking ? <LeaveQuestion state={state} event={event} onClose={() => ask(false)} /> : null}
    </>
  )
}

const leaveTexts = { registered: 'Unregister', waiting: 'Leave the waiting list' } as const

interface LeaveQuestionProps extends Pick<RegisterButtonProps, 'event' | 'state'> {
  readonly onClose: () => void
}

function LeaveQuestion({ state, event, onClose }: LeaveQuestionProps) {
  // Once it has been left the question still says what was asked, until it is answered.
  const [asked] = useState(state ?? 'registered')
  const isWaiting = asked === 'waiting'
  return (
    <ConfirmCommand
      command={leaveEvent}
      input={{ event }}
      title={isWaiting ? 'Leave the waiting list?' : 'Give up your place?'}
      action={leaveTexts[asked]}
      busyLabel="Leaving…"
      done={null}
      onClose={onClose}
    >
      <p>
        {isWaiting ? 'You lose your place on the list.' : 'Your place goes to the first player on the waiting list.'} If
        you register again, you go to the end of the list.
      </p>
    </ConfirmCommand>
  )
}

function ShowsName({ isOn }: { readonly isOn: boolean }) {
  const { run, busy, refusal } = useCommand(setShowsName)
  return (
    <Toggle
      name="Show my name in scores and films"
      description="In all events. If this is off, you appear as a number."
      on={isOn}
      isBusy={busy}
      problem={refusal?.message ?? null}
      onTurn={(showsName) => void run({ showsName })}
    />
  )
}

const lastReminderMs = 60_000

/** Promises a reminder only to those who get one. @param at when the user registered */
export function registeredText(event: ScheduledEvent, at: number, now: number): string {
  const registered = "You're registered."
  if (event.status === 'active') return `${registered} The event is running now.`
  if (event.scheduledTime - now <= lastReminderMs) return `${registered} The event is about to start.`
  return wasReminded(event, at) ? registered : `${registered} You get a reminder before the start.`
}

/** `You were there for 80% of it. The reward is yours.` */
export function attendedText(
  { share, paid }: { readonly share: number; readonly paid: boolean },
  { reward, capacity }: Pick<ScheduledEvent, 'reward' | 'capacity'>,
  hasPlace: boolean = false,
): string {
  const there = `You were there for ${Math.round(share * 100)}% of it.`
  if (paid) return `${there} The reward is in your wallet.`
  if (reward === null) return there
  if (share < leastShare) return `${there} The reward needs ${leastShare * 100}%.`
  return `${there} ${capacity === null || hasPlace ? 'The reward could not be paid.' : 'The reward is for players with a place.'}`
}

/** The place of the user in the waiting list, 1 for the first; null if the user does not wait. Asked again whenever the list moves. */
export function useWaitingPlace(event: string, isWaiting: boolean): number | null {
  const waitFrom = useDocument(eventSeats, event).value?.waitFrom
  const { value, reload } = useQuery(readWaitingPlace, isWaiting ? { event } : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place changes with the list
  useEffect(() => {
    if (isWaiting) reload()
  }, [waitFrom, isWaiting, reload])
  return isWaiting ? (value?.place ?? null) : null
}

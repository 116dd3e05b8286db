import { type ReactNode, useState } from 'react'
import type { Command } from '../../../shared/engine/command.ts'
import {
  acceptFriend,
  acceptTeleport,
  cancelRequest,
  declineFriend,
  declineTeleport,
  unblockPlayer,
} from '../../../shared/features/friends/commands.ts'
import type { Friends } from '../../../shared/features/friends/friends.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { clockOf } from '../../ui/Countdown.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { Ago, useNow } from '../../ui/Time.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { BlockQuestion } from './BlockButton.tsx'
import styles from './Friends.module.css'
import { useNames } from './friendList.ts'

/** Requests to and from the user, and the players whom the user has blocked. */
export function Requests({ own }: { readonly own: Friends }) {
  const [teleports, incoming, outgoing, blocked] = [
    Object.keys(own.teleportsIn),
    newestFirst(own.incoming),
    newestFirst(own.outgoing),
    newestFirst(own.blocked),
  ]
  const blockedNames = useNames(blocked)
  const isEmpty = teleports.length + incoming.length + outgoing.length === 0
  return (
    <>
      {isEmpty ? (
        <EmptyState picture="lantern" title="No open requests.">
          <p>Requests you receive or send stay here until they're answered.</p>
        </EmptyState>
      ) : null}
      <Section title="Teleport requests" ids={teleports}>
        {(id) => <TeleportAsked key={id} id={id} endsAt={own.teleportsIn[id]?.endsAt ?? 0} />}
      </Section>
      <Section title="Received" ids={incoming}>
        {(id) => <Received key={id} id={id} at={own.incoming[id] ?? 0} />}
      </Section>
      <Section title="Sent" ids={outgoing}>
        {(id) => <Sent key={id} id={id} at={own.outgoing[id] ?? 0} />}
      </Section>
      <Section title="Blocked players" ids={blocked}>
        {(id) => <Blocked key={id} id={id} name={blockedNames?.[id] || 'Player'} at={own.blocked[id] ?? 0} />}
      </Section>
    </>
  )
}

const newestFirst = (times: Readonly<Record<string, number>>) =>
  Object.entries(times)
    .toSorted(([, one], [, other]) => other - one)
    .map(([id]) => id)

interface SectionProps {
  readonly title: string
  readonly ids: readonly string[]
  readonly children: (id: string) => ReactNode
}

const Section = ({ title, ids, children }: SectionProps) =>
  ids.length === 0 ? null : (
    <Part title={title}>
      <ul className={styles.list} aria-label={title}>
        {ids.map(children)}
      </ul>
    </Part>
  )

const useName = (id: string) => useDocument(profile, id).value?.name || 'Player'

interface RequestRowProps {
  readonly id: string
  readonly name: string
  readonly detail: ReactNode
  readonly problem: string | null
  readonly children: ReactNode
}

const RequestRow = ({ id, name, detail, problem, children }: RequestRowProps) => (
  <li className={styles.row}>
    <div className={styles.who}>
      <p className={styles.name}>
        <PlayerName id={id} name={name} />
      </p>
      <p className={styles.soft}>{detail}</p>
    </div>
    <div className={styles.actions}>
      {children}
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
    </div>
  </li>
)

interface RequestProps {
  readonly id: string
  /** Epoch ms. */
  readonly at: number
}

function Received({ id, at }: RequestProps) {
  const name = useName(id)
  const [isAsking, ask] = useState(false)
  const accept = useCommand(acceptFriend)
  const decline = useCommand(declineFriend)
  return (
    <RequestRow
      id={id}
      name={name}
      detail={
        <>
          asked <Ago at={at} isInSentence />
        </>
      }
      problem={accept.refusal?.message ?? decline.refusal?.message ?? null}
    >
      <Button
        tone="main"
        aria-label={`Accept ${name}`}
        busyLabel={accept.busy ? 'Accepting…' : null}
        onClick={() => void accept.run({ from: id })}
      >
        Accept
      </Button>
      <Button
        aria-label={`Decline ${name}`}
        busyLabel={decline.busy ? 'Declining…' : null}
        onClick={() => void decline.run({ from: id })}
      >
        Decline
      </Button>
      <Menu
        label={`More actions for ${name}`}
        face={
          <Stroke>
            <path d="M4 10h.1M10 10h.1M16 10h.1" strokeWidth="3" />
          </Stroke>
        }
        items={[{ key: 'block', name: 'Block…', onChoose: () => ask(true), danger: true }]}
      />
      {isAsking ? <BlockQuestion account={id} name={name} onClose={() => ask(false)} /> : null}
    </RequestRow>
  )
}

function Sent({ id, at }: RequestProps) {
  const detail = (
    <>
      sent <Ago at={at} isInSentence />
    </>
  )
  const name = useName(id)
  return <OneAction id={id} name={name} detail={detail} command={cancelRequest} input={{ to: id }} action="Cancel" />
}

function Blocked({ id, name, at }: RequestProps & { readonly name: string }) {
  const detail = (
    <>
      blocked <Ago at={at} isInSentence />
    </>
  )
  return (
    <OneAction id={id} name={name} detail={detail} command={unblockPlayer} input={{ player: id }} action="Unblock" />
  )
}

interface OneActionProps<C extends Command> {
  readonly id: string
  readonly name: string
  readonly detail: ReactNode
  readonly command: C
  readonly input: Parameters<ReturnType<typeof useCommand<C>>['run']>[0]
  readonly action: string
}

function OneAction<C extends Command>({ id, name, detail, command, input, action }: OneActionProps<C>) {
  const { run, busy, refusal } = useCommand(command)
  const label = action === 'Cancel' ? `Cancel the request to ${name}` : `${action} ${name}`
  return (
    <RequestRow id={id} name={name} detail={detail} problem={refusal?.message ?? null}>
      <Button aria-label={label} busyLabel={busy ? `${action}…` : null} onClick={() => void run(input)}>
        {action}
      </Button>
    </RequestRow>
  )
}

interface TeleportAskedProps {
  readonly id: string
  readonly endsAt: number
}

/** A friend who asks to be brought here, with the time that is left to answer. */
export function TeleportAsked({ id, endsAt }: TeleportAskedProps) {
  const name = useName(id)
  const accept = useCommand(acceptTeleport)
  const decline = useCommand(declineTeleport)
  const leftMs = Math.max(0, endsAt - useNow())
  return (
    <RequestRow
      id={id}
      name={name}
      detail={
        <>
          asks to teleport to you · <span className={styles.left}>{clockOf(leftMs)}</span>
        </>
      }
      problem={accept.refusal?.message ?? decline.refusal?.message ?? null}
    >
      <Button
        tone="main"
        aria-label={`Accept the teleport request from ${name}`}
        busyLabel={accept.busy ? 'Accepting…' : null}
        onClick={() => void accept.run({ from: id })}
      >
        Accept
      </Button>
      <Button
        aria-label={`Decline the teleport request from ${name}`}
        busyLabel={decline.busy ? 'Declining…' : null}
        onClick={() => void decline.run({ from: id })}
      >
        Decline
      </Button>
    </RequestRow>
  )
}

import { useCallback, useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { type ConnectionStatus, connectionStatuses } from '../../../shared/features/account/account.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './AuthScreen.module.css'

const name = 'Connect to server'

/** The link into the game, for users with both accounts linked. */
export function ConnectToServer({ status }: { readonly status: ConnectionStatus }) {
  return (
    <section className={styles.connect} aria-label={name}>
      {status === 'fully-connected' ? <JoinLink /> : <Closed why={bothFirst} />}
    </section>
  )
}

const bothFirst = 'Please authenticate with both Steam and Discord before connecting to The Isle server!'

function JoinLink() {
  const { game, ask } = useGameAddress()
  if (game.state === 'loading') return <Closed why="Asking where the game is joined …" />
  if (game.state === 'notConfigured')
    return (
      <Closed why="The owner of this hub has not told where the game is joined. Look for it in the game's own list." />
    )
  if (game.state === 'unanswered')
    return (
      <>
        <Closed why="The hub did not say where the game is joined." />
        <Button onClick={() => void ask()}>Ask again</Button>
      </>
    )
  return (
    <>
      <ActionLink external tone="main" href={connectAddress(game.address)}>
        <Stroke>
          <path d="M4 10h11M11 5.5 15.5 10 11 14.5" />
        </Stroke>
        {name}
      </ActionLink>
      <p className={styles.why}>
        Opens Steam and joins <code>{game.address}</code>.
      </p>
    </>
  )
}

function Closed({ why }: { readonly why: string }) {
  const id = useId()
  return (
    <>
      <Button tone="main" disabled aria-describedby={id}>
        {name}
      </Button>
      <p id={id} className={styles.why}>
        {why}
      </p>
    </>
  )
}

/** The address of the game, fetched when mounted and again by `ask`. */
function useGameAddress() {
  const [game, setGame] = useState<GameAddress>({ state: 'loading' })
  const ask = useCallback(async () => {
    setGame({ state: 'loading' })
    const answer = await fetch('/api/server/status', { credentials: 'same-origin' })
      .then((response) => response.json())
      .catch(() => null)
    setGame(gameAddressIn(answer))
  }, [])
  useEffect(() => void ask(), [ask])
  return { game, ask }
}

const PublicStatus = z.object({
  /** A host name, or an IPv6 address in brackets. */
  ip: z
    .string()
    .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/)
    .nullable(),
  port: z.int().min(1).max(65_535).nullable(),
})

type GameAddress =
  | { readonly state: 'here'; readonly address: string }
  /** `notConfigured`: the owner has not configured it. */
  | { readonly state: 'loading' }
  | { readonly state: 'notConfigured' }
  | { readonly state: 'unanswered' }

/** The address of the game in the public status of the hub. @param body as received */
export function gameAddressIn(body: unknown): GameAddress {
  const { data: status } = PublicStatus.safeParse(body)
  if (!status) return { state: 'unanswered' }
  return status.ip === null || status.port === null
    ? { state: 'notConfigured' }
    : { state: 'here', address: `${status.ip}:${status.port}` }
}

/** The address that the game's own launcher opens. */
export const connectAddress = (address: string) => `steam://connect/${address}`

const labels: Readonly<Record<ConnectionStatus, string>> = {
  disconnected: 'Neither Steam nor Discord is connected.',
  'partially-connected': 'One of two is connected. The game is joined with both.',
  'fully-connected': 'Steam and Discord are connected, and the game can be joined.',
}

interface JoinProgressProps {
  readonly status: ConnectionStatus
  readonly isInGame?: boolean
}

/** How far the user is on the way into the game, as a label and a drawing. */
export function JoinProgress({ status, isInGame = false }: JoinProgressProps) {
  const reached = connectionStatuses.indexOf(status)
  return (
    <section className={styles.status} aria-label="Connection status">
      <p className={styles.name} role="status" data-testid="link-state">
        {status}
      </p>
      <p className={styles.description}>
        {labels[status]}
        {isInGame ? ' You are on the island now.' : null}
      </p>
      <ol className={styles.progress} aria-hidden="true">
        {connectionStatuses.map((each, index) => (
          <li key={each} data-reached={index <= reached || undefined} data-here={index === reached || undefined}>
            <span>{each}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { useCallback, useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { type Account, type ConnectionStatus, connectionStatusOf } from '../../../shared/features/account/account.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './AuthScreen.module.css'

const name = 'Connect to server'

/** The way into the game, open to whoever is known by both accounts. */
export function ConnectToServer({ standing }: { readonly standing: Standing }) {
  return (
    <section className={styles.connect} aria-label={name}>
      {standing === 'fully-connected' || standing === 'live' ? <Way /> : <Closed why={bothFirst} />}
    </section>
  )
}

const bothFirst = 'Please authenticate with both Steam and Discord before connecting to The Isle server!'

function Way() {
  const { game, ask } = useGameAddress()
  if (game.state === 'loading') return <Closed why="Asking where the game is joined …" />
  if (game.state === 'untold')
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
      <ActionLink away tone="main" href={connectAddress(game.address)}>
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

/** Where the game is joined: asked when mounted, and again by `ask`. */
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

const Told = z.object({
  /** A name, or an IPv6 address in brackets. */
  ip: z
    .string()
    .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/)
    .nullable(),
  port: z.int().min(1).max(65_535).nullable(),
})

type GameAddress =
  | { readonly state: 'here'; readonly address: string }
  /** `untold`: the owner has not told it. */
  | { readonly state: 'loading' }
  | { readonly state: 'untold' }
  | { readonly state: 'unanswered' }

/** Where the game is joined, from the hub's status for everyone. @param body as it came */
export function gameAddressIn(body: unknown): GameAddress {
  const { data: told } = Told.safeParse(body)
  if (!told) return { state: 'unanswered' }
  return told.ip === null || told.port === null
    ? { state: 'untold' }
    : { state: 'here', address: `${told.ip}:${told.port}` }
}

/** What the game's own launcher opens. */
export const connectAddress = (address: string) => `steam://connect/${address}`

const words: Readonly<Record<Standing, string>> = {
  disconnected: 'Neither Steam nor Discord is connected.',
  'partially-connected': 'One of two is connected. The game is joined with both.',
  'fully-connected': 'Steam and Discord are connected. You can join the game.',
  live: 'Both are connected, and you are on the island now.',
}

/** How far somebody has got, as stations on a way. Said in words, and drawn. */
export function StandingLine({ standing }: { readonly standing: Standing }) {
  const reached = standings.indexOf(standing)
  return (
    <section className={styles.standing} aria-label="Connection status">
      <p className={styles.name} role="status" data-testid="standing">
        {standing}
      </p>
      <p className={styles.words}>{words[standing]}</p>
      <ol className={styles.way} aria-hidden="true">
        {standings.map((station, index) => (
          <li key={station} data-reached={index <= reached || undefined} data-here={index === reached || undefined}>
            <span>{station}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `live`: fully connected, and in the game now. */
const standings = ['disconnected', 'partially-connected', 'fully-connected', 'live'] as const
type Standing = ConnectionStatus | 'live'

/** @param account null for a guest @param vitals null where they are not known */
export const standingOf = (
  account: Pick<Account, 'steam' | 'discord'> | null,
  vitals: Pick<Vitals, 'online'> | null,
): Standing => {
  const status = account ? connectionStatusOf(account) : 'disconnected'
  return status === 'fully-connected' && vitals?.online ? 'live' : status
}

import { useAtomValue } from 'jotai'
import { type ReactNode, useId } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ConnectionStatus, connectionStatuses } from '../../../shared/features/account/account.ts'
import type { Provider } from '../../../shared/features/account/identity.ts'
import { server } from '../../../shared/features/server/server.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { On } from '../../ui/Time.tsx'
import { connectAddress, simulatedText, useJoinDetails } from '../server/JoinServer.tsx'
import type { OwnBan } from '../server/OwnBan.tsx'
import styles from './AuthScreen.module.css'
import { namesOf } from './profileOf.ts'

const name = 'Connect to server'

interface StatusProps {
  readonly status: ConnectionStatus
  /** The providers that this hub is set up to sign in with. */
  readonly configured: readonly Provider[]
  /** The user's own ban, if there is one. */
  readonly ban?: OwnBan | null
}

/** The link into the game, for users who have linked an account of each provider and are not banned. */
export function ConnectToServer({ status, configured, ban = null }: StatusProps) {
  return (
    <section className={styles.connect} aria-label={name}>
      {ban ? (
        <Closed why={<Banned ban={ban} />} />
      ) : status === 'fully-connected' ? (
        <JoinLink />
      ) : (
        <Closed why={linkFirst(configured)} />
      )}
    </section>
  )
}

const Banned = ({ ban: { until } }: { readonly ban: OwnBan }) =>
  until === null ? (
    "You're banned from this server permanently."
  ) : (
    <>
      You're banned from this server until <On at={until} /> your time.
    </>
  )

const linkFirst = (configured: readonly Provider[]) =>
  `Please authenticate with ${configured.length > 1 ? 'both ' : ''}${namesOf(configured)} before connecting to The Isle server!`

function JoinLink() {
  const { value: details, refusal, reload } = useJoinDetails()
  const status = useDocument(server, mainServer).value
  const isOwner = useAtomValue(accessAtom).may.includes('ownerPanel')
  if (!details && refusal)
    return (
      <>
        <Closed why={refusal.message} />
        <Button onClick={reload}>Retry</Button>
      </>
    )
  if (!details) return <Closed why="Loading the server's address…" />
  const { address } = details
  if (address === null) return <Closed why={withoutAddress(status?.name ?? null, isOwner)} />
  return (
    <>
      <ActionLink external tone="main" href={connectAddress(address)}>
        <Stroke>
          <path d="M4 10h11M11 5.5 15.5 10 11 14.5" />
        </Stroke>
        {name}
      </ActionLink>
      <p className={styles.why}>
        Opens Steam and connects to <code>{address}</code>. {status?.simulated ? simulatedText : null}
      </p>
    </>
  )
}

/** @param name of the server, as the game reports it */
const withoutAddress = (name: string | null, isOwner: boolean) =>
  `${isOwner ? "The server's address isn't set: it is GAME_ADDRESS in .env." : "The owner hasn't set the server's address."} ${name ? `Search for “${name}”` : 'Find the server'} in the game's server list.`

function Closed({ why }: { readonly why: ReactNode }) {
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

const labelsOf = (configured: readonly Provider[]): Readonly<Record<ConnectionStatus, string>> => ({
  disconnected: `Connect ${namesOf(configured)} to join the game from here.`,
  'partially-connected': 'One account is connected. Connect the other one to join the game from here.',
  'fully-connected': `${namesOf(configured)} ${configured.length > 1 ? 'are' : 'is'} connected. You can join the game.`,
})

interface JoinProgressProps extends StatusProps {
  readonly isInGame?: boolean
}

/** How far the user is on the way into the game, as a label and a drawing. */
export function JoinProgress({ status, configured, ban = null, isInGame = false }: JoinProgressProps) {
  // With one provider there is nothing halfway, except an account of a provider that is no longer set up.
  const steps = connectionStatuses.filter(
    (each) => each !== 'partially-connected' || configured.length > 1 || each === status,
  )
  const reached = steps.indexOf(status)
  return (
    <section className={styles.status} aria-label="Connection status">
      <p className={styles.name} role="status" data-testid="link-state">
        {status}
      </p>
      <p className={styles.description}>
        {ban ? "You're banned, so you can't join the game." : labelsOf(configured)[status]}
        {isInGame ? " You're on the server now." : null}
      </p>
      <ol className={styles.progress} aria-hidden="true">
        {steps.map((each, index) => (
          <li key={each} data-reached={index <= reached || undefined} data-here={index === reached || undefined}>
            <span>{each}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

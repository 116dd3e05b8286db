import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { ActionLink, CopyButton } from '../../ui/Button.tsx'
import styles from './JoinServer.module.css'

/** The address that the game's own launcher opens. */
export const connectAddress = (address: string) => `steam://connect/${address}`

/** A demo shows the way into the game, which ends at its simulator. */
export const simulatedText = 'This demo has a simulated game, so Steam finds no server there.'

/** Asked again when an owner has changed what is said to those who join. */
export function useJoinDetails() {
  const query = useQuery(joinDetails, {})
  const { value } = useDocument(hubSettings)
  useFollow(
    value === null ? null : JSON.stringify([value.gameMode, value.discordInvite, value.joinText]),
    query.reload,
    0,
  )
  return query
}

/** What the steps depend on, and the states of its parts. */
export function useJoin() {
  const me = useAtomValue(accessAtom).principal?.id ?? null
  const details = useJoinDetails()
  const status = useDocument(server, mainServer)
  const own = useDocument(account, me ?? '')
  return { parts: [details.state, status.state, me === null ? 'here' : own.state] as const, details: details.value }
}

interface JoinServerProps {
  readonly details: ReturnType<typeof useJoin>['details']
}

/** How to join the game, step by step. What is not known is left out, and so are steps that this user need not take. */
export function JoinServer({ details }: JoinServerProps) {
  const status = useDocument(server, mainServer).value
  const { principal } = useAtomValue(accessAtom)
  const { address = null, discordInvite = null, joinText = null } = details ?? {}
  const hasPassword = status?.hasPassword ?? null
  return (
    <section className={styles.join} aria-labelledby="join-server">
      <h2 id="join-server" className={styles.title}>
        Join the server
      </h2>
      {joinText === null ? null : <p className={styles.ownersText}>{joinText}</p>}
      <ol className={styles.steps}>
        <Step title="Start the game">Open The Isle (Evrima) on Steam and go to its server list.</Step>
        <Step title="Find the server">
          <ServerName name={status?.name ?? null} hasPassword={hasPassword} />
          {address === null ? null : <Address address={address} isSimulated={status?.simulated ?? false} />}
        </Step>
        {hasPassword === false ? null : (
          <Step title="Enter the password">
            <PasswordHint hasPassword={hasPassword} discordInvite={discordInvite} />
          </Step>
        )}
        {principal ? (
          <LinkStep account={principal.id} />
        ) : (
          <Step title="See yourself on the map">
            Sign in on this page with Steam. The live map then shows your dinosaur.
          </Step>
        )}
      </ol>
    </section>
  )
}

/** For a user whose player is not known yet. */
function LinkStep({ account: id }: { readonly account: string }) {
  const own = useDocument(account, id).value
  if (!own || own.steamId !== null) return null
  return (
    <Step title="See yourself on the map">
      <span>
        Link Steam on <Link href="/profile">your profile</Link>. The live map then shows your dinosaur.
      </span>
    </Step>
  )
}

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li className={styles.step}>
    <h3 className={styles.stepTitle}>{title}</h3>
    <div className={styles.stepText}>{children}</div>
  </li>
)

interface ServerNameProps {
  /** As the game reports it. */
  readonly name: string | null
  readonly hasPassword: boolean | null
}

function ServerName({ name, hasPassword }: ServerNameProps) {
  const rest = hasPassword === false ? ' No password needed.' : ''
  if (!name) return <p>Find the server in the list. Its name appears here once the game reports it.{rest}</p>
  return (
    <div className={styles.value}>
      <p>
        Search the list for <b className={styles.name}>{name}</b>.{rest}
      </p>
      <CopyButton text={name} what="name of the server" face="Copy name" />
    </div>
  )
}

function Address({ address, isSimulated }: { readonly address: string; readonly isSimulated: boolean }) {
  return (
    <div className={styles.value}>
      <p>
        Or connect to <code className={styles.name}>{address}</code>. {isSimulated ? simulatedText : null}
      </p>
      <ActionLink external href={connectAddress(address)}>
        Open in Steam
      </ActionLink>
      <CopyButton text={address} what="address" face="Copy address" />
    </div>
  )
}

interface PasswordHintProps {
  /** Null if the game does not report it. */
  readonly hasPassword: ServerStatus['hasPassword']
  readonly discordInvite: string | null
}

function PasswordHint({ hasPassword, discordInvite }: PasswordHintProps) {
  const lead = hasPassword ? 'The server has a password.' : 'If the game asks for a password,'
  const ask = hasPassword ? 'Ask for it' : 'ask for it'
  return discordInvite === null ? (
    `${lead} ${ask} in the server's community.`
  ) : (
    <>
      {lead} {ask} on <a href={discordInvite}>Discord</a>.
    </>
  )
}

import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { PastCommand, PlayerDetails } from '../../../shared/features/players/queries.ts'
import { featureOffText } from '../../../shared/features/server/hubFeatures.ts'
import { wallet as walletDocument } from '../../../shared/features/wallet/wallet.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Ago, On } from '../../ui/Time.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { PastBans } from '../staff/BanFields.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import { banLengthLabel, kindLabels } from '../staff/deliveryLabels.ts'
import { StateMark } from '../staff/StateMark.tsx'
import { Balances } from '../wallet/Balances.tsx'
import styles from './Player.module.css'

interface PlayerProps {
  readonly player: PlayerDetails
}

/** What is kept about a player, as far as the reader may know it: who they are, their play time, balances, bans and commands. */
export function PlayerRecord({ player }: PlayerProps) {
  const { id, wallet, commands } = player
  const mayBan = useAtomValue(accessAtom).may.includes('banPlayers')
  return (
    <>
      <Facts player={player} />
      {wallet ? (
        <Section title="Balances">
          <IfOn feature="realCurrency">
            <LiveBalances account={player.account} known={wallet} />
            {player.account === null ? null : <LedgerLink account={player.account} />}
          </IfOn>
        </Section>
      ) : null}
      {id !== null && mayBan ? (
        <Section title="Past bans">
          <PastBans player={id} />
        </Section>
      ) : null}
      {id === null ? null : <PastCommands id={id} archived={commands} />}
    </>
  )
}

interface LiveBalancesProps {
  readonly account: string | null
  /** Until the wallet has come. */
  readonly known: NonNullable<PlayerDetails['wallet']>
}

const LiveBalances = ({ account, known }: LiveBalancesProps) => {
  const { value } = useDocument(walletDocument, account ?? '')
  return <Balances wallet={value ?? known} />
}

const LedgerLink = ({ account }: { readonly account: string }) => (
  <p>
    <Link href={`/ledger?of=${encodeURIComponent(account)}`}>Ledger</Link>
  </p>
)

function Facts({ player }: PlayerProps) {
  const { id, account, accountName, firstSeenAt, playMs, stays, name } = player
  const hasPlayerData = useFeature('realPlayerData')
  const mayReadAudit = useAtomValue(accessAtom).may.includes('runConsole')
  return (
    <Section title="About">
      <dl className={styles.facts}>
        {id === null ? null : (
          <Fact name="SteamID64">
            <span className={styles.id}>{id}</span> <CopyButton text={id} what={`SteamID64 of ${name || id}`} />
          </Fact>
        )}
        <Fact name="Account">{account === null ? 'None yet' : accountName || account}</Fact>
        {firstSeenAt === null ? null : (
          <>
            <Fact name="First seen">
              <On at={firstSeenAt} />
            </Fact>
            <Fact name="Play time">
              {hasPlayerData ? lengthOf(playMs) : featureOffText('realPlayerData')}
              {hasPlayerData && stays > 0 ? (
                <span className={styles.soft}> · {stays === 1 ? '1 visit' : `${stays} visits`}</span>
              ) : null}
            </Fact>
          </>
        )}
        {mayReadAudit && id !== null ? (
          <Fact name="Audit">
            <Link href={`/audit?text=${encodeURIComponent(id)}`}>Everything about this player</Link>
          </Fact>
        ) : null}
      </dl>
    </Section>
  )
}

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

const Fact = ({ name, children }: FactProps) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h3 className={styles.heading}>{title}</h3>
    {children}
  </section>
)

interface PastCommandsProps {
  /** The game's id. */
  readonly id: string
  /** Those that have left the list of deliveries; null where the reader may not read them. */
  readonly archived: readonly PastCommand[] | null
}

const mostShown = 12

/** The latest commands on a player, of all staff, with their outcomes. */
function PastCommands({ id, archived }: PastCommandsProps) {
  const { all } = useDeliveries()
  const current: readonly PastCommand[] = all.filter(({ target }) => target?.id === id)
  const known = new Set(current.map((one) => one.id))
  const shown = [...current, ...(archived ?? []).filter((one) => !known.has(one.id))].slice(0, mostShown)
  return (
    <section className={styles.section} aria-label="Commands">
      <h3 className={styles.heading}>Commands</h3>
      {shown.length === 0 ? <p className={styles.soft}>No commands yet.</p> : null}
      <ul className={styles.commands}>
        {shown.map((one) => (
          <li key={one.id}>
            <span className={styles.order}>{commandLabel(one)}</span>
            <StateMark state={one.state} />
            <span className={styles.soft}>
              {one.byName || 'Staff'} · <Ago at={one.queuedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The order without its target, whose drawer this is. */
const commandLabel = (command: PastCommand): string => withMarksShown(orderWords(command))

function orderWords({ kind, detail }: PastCommand): string {
  const { text, reason, destination, destinationName } = detail
  if (kind === 'message') return text === undefined ? 'Message' : `Message: ${text}`
  if (kind === 'teleport') return `Teleport to ${destinationName || destination || 'another player'}`
  const order = kind === 'ban' ? `Ban ${banLengthLabel(detail.durationMs)}` : kindLabels[kind]
  return reason ? `${order}: ${reason}` : order
}

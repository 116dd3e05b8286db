import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { type PlayerDetails, readPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Ago, On, Until } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { PastBans } from '../staff/BanFields.tsx'
import { AlsoPicked } from '../staff/OtherStaff.tsx'
import { Balances } from '../wallet/Balances.tsx'
import { Dinosaur } from './Dinosaur.tsx'
import { PastCommands } from './PastCommands.tsx'
import styles from './Player.module.css'
import { PlayerActions } from './PlayerActions.tsx'

interface StaffPlayerProps {
  /** The game's id, or an account's. */
  readonly id: string
  readonly onClose: () => void
}

/** A player as staff see them: each part as far as the reader may know it, and the actions that the reader may take. */
export function StaffPlayer({ id, onClose }: StaffPlayerProps) {
  const { may } = useAtomValue(accessAtom)
  const query = useQuery(readPlayer, { id })
  const online = useDocument(onlinePlayers, mainServer).value
  const player = query.value?.player ?? null
  const inGame = player ? player.id : id
  const entry = inGame === null ? undefined : online?.players[inGame]
  const isOnline = online?.isRead ? entry !== undefined : player?.isOnline === true
  useReloadAfter(isOnline, query.reload)
  const name = entry?.name || player?.name || id
  const states = statesOf(query, ({ player: found }) => found === null, {
    title: 'No such player.',
    children: <p>Waterhole knows no player and no account with this id.</p>,
  })
  return (
    <Drawer
      title={name}
      badge={player && player.role !== 'player' ? <RoleBadge role={player.role} /> : null}
      onClose={onClose}
    >
      <StatefulContent {...states}>
        {player ? (
          <div className={styles.player}>
            <Presence player={player} isOnline={isOnline} />
            {player.id !== null && may.includes('banPlayers') ? <CurrentBan id={player.id} /> : null}
            {player.id !== null && isOnline && may.includes('viewAllPositions') ? (
              <LiveDinosaur id={player.id} />
            ) : null}
            <PlayerActions player={player} name={name} isOnline={isOnline} onClose={onClose} />
            <AlsoPicked player={player.id} />
            <Facts player={player} />
            {player.wallet ? (
              <Section title="Balances">
                <Balances wallet={player.wallet} />
              </Section>
            ) : null}
            {player.id !== null && may.includes('banPlayers') ? <PastBans player={player.id} /> : null}
            {player.id === null ? null : <PastCommands id={player.id} archived={player.commands} />}
          </div>
        ) : null}
      </StatefulContent>
    </Drawer>
  )
}

/** Asks again after the player has joined or left, not at first. */
function useReloadAfter(isOnline: boolean, reload: () => void) {
  const last = useRef(isOnline)
  useEffect(() => {
    if (last.current === isOnline) return
    last.current = isOnline
    reload()
  }, [isOnline, reload])
}

interface PlayerProps {
  readonly player: PlayerDetails
}

function Presence({ player, isOnline }: PlayerProps & { readonly isOnline: boolean }) {
  const { lastSeenAt } = player
  return (
    <p className={styles.presence} data-online={isOnline || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {isOnline ? (
        'Online'
      ) : lastSeenAt === null ? (
        'Never seen in the game'
      ) : (
        <span>
          Offline · last seen <Ago at={lastSeenAt} />
        </span>
      )}
    </p>
  )
}

function CurrentBan({ id }: { readonly id: string }) {
  const ban = useDocument(bans, mainServer).value?.bans[id]
  if (!ban) return null
  return (
    <p className={styles.banned}>
      <strong>Banned</strong>{' '}
      {ban.until === null ? (
        'permanently'
      ) : (
        <>
          for another <Until at={ban.until} />
        </>
      )}
      {ban.byName ? ` by ${ban.byName}` : ''}
      {ban.reason ? `: ${ban.reason}` : ''}
    </p>
  )
}

/** Reading positions is recorded, so this is only mounted for holders of the permission. */
function LiveDinosaur({ id }: { readonly id: string }) {
  const { value } = useDocument(roster, mainServer)
  const entry = value?.players[id]
  if (!entry) return null
  return entry.animal ? <Dinosaur animal={entry.animal} /> : <p className={styles.soft}>Choosing a dinosaur.</p>
}

function Facts({ player }: PlayerProps) {
  const { id, account, accountName, firstSeenAt, playMs, stays, name } = player
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
              {lengthOf(playMs)}
              {stays > 0 ? <span className={styles.soft}> · {stays === 1 ? '1 visit' : `${stays} visits`}</span> : null}
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

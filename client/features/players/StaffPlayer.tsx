import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { type PlayerDetails, readPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useReloadAfter } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { HeldDrawer } from '../../ui/HeldDrawer.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Ago, ForAnother } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { FriendButton } from '../friends/FriendButton.tsx'
import { PlayerInGame } from '../gameLog/PlayerInGame.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { healthAtom, isGameLost } from '../server/health.ts'
import { CommandButton } from '../staff/CommandButton.tsx'
import { AlsoPicked } from '../staff/OtherStaff.tsx'
import { PlayerNotes } from '../staffNotes/PlayerNotes.tsx'
import { timelineHref } from '../timeline/timelineHref.ts'
import { Dinosaur } from './Dinosaur.tsx'
import styles from './Player.module.css'
import { PlayerActions } from './PlayerActions.tsx'
import { PlayerRecord } from './PlayerRecord.tsx'

/** What is pinned is loaded when it is shown. */
const BanPins = lazy(async () => ({ default: (await import('../timeline/BanPins.tsx')).BanPins }))

const BlockButton = lazy(async () => ({ default: (await import('../friends/BlockButton.tsx')).BlockButton }))

/** For owners alone. */
const UserAccount = lazy(async () => ({ default: (await import('../users/UserAccount.tsx')).UserAccount }))

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
  useReloadAfter(online?.isRead ? `${inGame} ${isOnline}` : null, query.reload)
  const name = entry?.name || player?.name || id
  // A player who was opened from a list of accounts is found there by the account's name.
  const account = player?.accountName ?? null
  const states = statesOf(query, ({ player: found }) => found === null, {
    title: 'Player not found.',
    children: <p>Waterhole has no player or account with this ID.</p>,
  })
  return (
    <HeldDrawer
      title={name}
      badge={player && player.role !== 'player' ? <RoleBadge role={player.role} /> : null}
      head={account && account !== name ? <p className={styles.account}>Account: {account}</p> : null}
      onClose={onClose}
    >
      <StatefulContent {...states}>
        {player ? (
          <div className={styles.player}>
            <Presence player={player} isOnline={isOnline} />
            {player.id !== null && may.includes('banPlayers') ? <CurrentBan id={player.id} name={name} /> : null}
            {player.id !== null && isOnline && may.includes('viewAllPositions') ? (
              <LiveDinosaur id={player.id} />
            ) : null}
            <Actions>
              {player.account === null ? null : <FriendButton account={player.account} />}
              <ActionLink href={timelineHref({ persons: [player.id ?? player.account ?? id] })}>
                Open timeline
              </ActionLink>
              {player.account === null ? null : (
                <Suspense fallback={null}>
                  <BlockButton account={player.account} name={player.accountName ?? name} />
                </Suspense>
              )}
            </Actions>
            <PlayerActions player={player} name={name} isOnline={isOnline} />
            <AlsoPicked player={player.id} />
            {player.id !== null && may.includes('readChat') ? <PlayerInGame id={player.id} /> : null}
            <PlayerNotes player={player.id} account={player.account} />
            {player.account !== null && may.includes('ownerPanel') ? (
              <Suspense fallback={null}>
                <UserAccount account={player.account} />
              </Suspense>
            ) : null}
            <PlayerRecord player={player} />
          </div>
        ) : null}
      </StatefulContent>
    </HeldDrawer>
  )
}

interface PlayerProps {
  readonly player: PlayerDetails
}

function Presence({ player, isOnline }: PlayerProps & { readonly isOnline: boolean }) {
  const { lastSeenAt } = player
  const isLost = isGameLost(useAtomValue(healthAtom))
  return (
    <p className={styles.presence} data-online={(isOnline && !isLost) || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {isOnline ? (
        isLost ? (
          'Was online'
        ) : (
          'Online'
        )
      ) : lastSeenAt === null ? (
        'Never seen in the game'
      ) : (
        <span>
          Offline · last seen <Ago at={lastSeenAt} isInSentence />
        </span>
      )}
    </p>
  )
}

function CurrentBan({ id, name }: { readonly id: string; readonly name: string }) {
  const ban = useDocument(bans, mainServer).value?.bans[id]
  if (!ban) return null
  return (
    <div className={styles.banned}>
      <p>
        <strong>Banned</strong> {ban.until === null ? 'permanently' : <ForAnother at={ban.until} />}
        {ban.byName ? ` by ${ban.byName}` : ''}
        {ban.reason ? `: ${withMarksShown(ban.reason)}` : ''}
      </p>
      <CommandButton
        command={unbanPlayer}
        input={{ server: mainServer, target: id }}
        name="Unban"
        label={`Unban ${name}`}
      />
      <Suspense fallback={null}>
        <BanPins player={id} canChange />
      </Suspense>
    </div>
  )
}

/** Reading positions is recorded, so this is only mounted for holders of the permission. */
function LiveDinosaur({ id }: { readonly id: string }) {
  const { value } = useDocument(roster, mainServer)
  const entry = value?.players[id]
  if (!entry) return null
  return entry.animal ? <Dinosaur animal={entry.animal} /> : <p className={styles.soft}>Choosing a dinosaur.</p>
}

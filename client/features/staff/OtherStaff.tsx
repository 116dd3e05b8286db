import { type Atom, atom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import type { DocumentOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { type SelectedBy, staffPresence, staffSelection } from '../../../shared/features/staffPresence/staffPresence.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { type DocumentState, documentAtom } from '../../connection/useDocument.ts'
import { timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import styles from './DeliveryCard.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { kindLabels } from './deliveryLabels.ts'
import { idOf, matchesOf, type PickedPlayer, placeLabel, targetOf, usePlayersInGame } from './pickedPlayer.ts'

interface AffectedProps {
  readonly player: PickedPlayer
  /** What then happens to the player. */
  readonly children: ReactNode
}

/** Names the target of a dangerous command, and other staff at work on the same player, before it runs. */
export function Affected({ player, children }: AffectedProps) {
  const { may } = useAtomValue(accessAtom)
  const { players, isRead } = usePlayersInGame()
  const matches = matchesOf(players, player)
  const [one] = matches
  const others = useOthersAtWork(one?.id ?? player.id ?? targetOf(player))
  return (
    <>
      {one && matches.length === 1 ? (
        <p>
          <strong>{one.name.trim() || one.id}</strong>
          {may.includes('viewAllPositions') ? `, ${placeLabel(one)}` : ''}, SteamID64 {one.id}.
        </p>
      ) : one ? (
        <p>
          <strong>{player.text.trim()}</strong>: {matches.length} players in the game have that name.
        </p>
      ) : (
        <p>
          <strong>{player.text.trim() || targetOf(player)}</strong>
          {player.id !== null && player.id !== player.text ? `, SteamID64 ${player.id}` : ''}
          {isRead ? ', not in the game now.' : ', as typed.'}
        </p>
      )}
      <p>{children}</p>
      <AlsoPicked player={idOf(players, player)} />
      {others.length > 0 ? <p>Also acting on this player: {others.join(', ')}.</p> : null}
    </>
  )
}

const recentMs = 5 * 60_000
const tickMs = 10_000
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Which other staff are at work on the same player. */
export function OthersAtWork({ one }: { readonly one: Delivery }) {
  const others = useOthersAtWork(one.target?.id ?? null)
  return others.length === 0 ? null : (
    <p className={styles.soft}>
      <strong>Also acting on this player: {conjunction.format(others)}.</strong>
    </p>
  )
}

/** `Demo Admin (kick)`: deliveries of other staff on a player that are open or recent; not what players do themselves, such as parking. */
function useOthersAtWork(target: string | null): string[] {
  const { principal } = useAtomValue(accessAtom)
  const { all } = useDeliveries()
  const now = useNow(tickMs)
  if (target === null) return []
  const theirs = all.filter(
    ({ target: whom, by, role, state, queuedAt }) =>
      whom?.id === target &&
      by !== principal?.id &&
      role !== 'player' &&
      (isOpenState(state) || now - queuedAt < recentMs),
  )
  return [...new Set(theirs.map(({ byName, kind }) => `${byName} (${kindLabels[kind].toLowerCase()})`))]
}

/** Names other staff who have the same player picked, before any command is given. */
export function AlsoPicked({ player }: { readonly player: string | null }) {
  const others = useAlsoPicked(player).map(({ name, since }) => `${name} (since ${timeOf(since)})`)
  return (
    <p className={styles.also} role="status">
      {others.length > 0 ? `Also chosen by ${conjunction.format(others)}.` : ''}
    </p>
  )
}

type Presence = DocumentState<DocumentOf<typeof staffPresence>>
type PickedBy = SelectedBy[string]

const notAsked: Atom<DocumentState<never>> = atom({ state: 'loading', value: null, at: null } as const)
const steamId = /^\d{17}$/
const none: readonly PickedBy[] = []

/**
 * The other staff who have this player picked, the earliest first. Reading it also shows the reader to the others: so it is read
 * only for the player whom the user has picked, and only while the user is active.
 * @param player SteamID64; null if none is picked
 */
function useAlsoPicked(player: string | null): readonly PickedBy[] {
  const { principal, may } = useAtomValue(accessAtom)
  const isAtWork = useIsAtWork()
  const isAsked = player !== null && steamId.test(player) && isAtWork && may.includes('viewPendingCommands')
  // Watching it lists the reader.
  useAtomValue<DocumentState<object>>(isAsked ? documentAtom(staffSelection, player) : notAsked)
  const { value } = useAtomValue<Presence>(isAsked ? documentAtom(staffPresence, mainServer) : notAsked)
  if (!value || player === null || !Object.hasOwn(value.players, player)) return none
  return Object.entries(value.players[player] ?? {})
    .flatMap(([account, present]) => (account === principal?.id ? [] : [present]))
    .sort((one, other) => one.since - other.since)
}

const restMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'focus'] as const

/** Whether the user is active on this page: it is visible, and had input within the last minute. */
function useIsAtWork(): boolean {
  const [isAtWork, setAtWork] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => setAtWork(false)
    const stir = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return rest()
      setAtWork(true)
      timer = setTimeout(rest, restMs)
    }
    stir()
    for (const sign of signs) window.addEventListener(sign, stir, { passive: true })
    document.addEventListener('visibilitychange', stir)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, stir)
      document.removeEventListener('visibilitychange', stir)
    }
  }, [])
  return isAtWork
}

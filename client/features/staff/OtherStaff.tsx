import { type Atom, atom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import { meAtom } from '../../connection/handshake.ts'
import { type DocumentState, documentAtom, useDocument } from '../../connection/useDocument.ts'
import { timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { holdersOf } from '../roles/permissionLabels.ts'
import styles from './DeliveryCard.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { kindWords } from './deliveryLabels.ts'
import { idOf, meantBy, type PickedPlayer, placeWords, targetOf } from './pickedPlayer.ts'

interface AffectedProps {
  readonly player: PickedPlayer
  /** What then happens to them. */
  readonly children: ReactNode
}

/** Names who is affected by something dangerous, and which other staff are at work on them, before it runs. */
export function Affected({ player, children }: AffectedProps) {
  const { may } = useAtomValue(meAtom)
  const { value } = useDocument(roster, mainServer)
  const meant = meantBy(value?.players ?? {}, player)
  const [one] = meant
  const others = useOthersOn(one?.id ?? player.id ?? targetOf(player))
  return (
    <>
      {one && meant.length === 1 ? (
        <p>
          <strong>{one.name.trim() || one.id}</strong>, {placeWords(one)}, SteamID64 {one.id}.
        </p>
      ) : (
        <p>
          <strong>{targetOf(player)}</strong>
          {may.includes('viewAllPositions') ? ', of whom the roster does not know.' : ', as typed.'}
        </p>
      )}
      <p>{children}</p>
      <AlsoPicked player={idOf(value?.players ?? {}, player)} />
      {others.length > 0 ? <p>At work on the same player: {others.join(', ')}.</p> : null}
    </>
  )
}

const latelyMs = 5 * 60_000
const tickMs = 10_000
const inOrder = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Who else sees this one, and which other staff are at work on the same player. */
export function WhoElse({ one }: { readonly one: Delivery }) {
  const others = useOthersOn(one.target?.id ?? null)
  return (
    <p className={styles.soft}>
      Also seen by {holdersOf('viewPendingCommands')}.{' '}
      {others.length > 0 ? <strong>At work on the same player: {inOrder.format(others)}.</strong> : null}
    </p>
  )
}

/** `Demo Admin (Kick)`: other people's commands on a player that wait, or were wanted a moment ago. */
function useOthersOn(target: string | null): string[] {
  const { you } = useAtomValue(meAtom)
  const { all } = useDeliveries()
  const now = useNow(tickMs)
  if (target === null) return []
  const theirs = all.filter(
    ({ target: whom, by, state, queuedAt }) =>
      whom?.id === target && by !== you?.id && (isOpenState(state) || now - queuedAt < latelyMs),
  )
  return [...new Set(theirs.map(({ byName, kind }) => `${byName} (${kindWords[kind].toLowerCase()})`))]
}

/** Says when others of the staff have the same player picked, before anybody gives a command. */
export function AlsoPicked({ player }: { readonly player: string | null }) {
  const words = useAlsoPicked(player).map(({ name, since }) => `${name} (since ${timeOf(since)})`)
  return (
    <p className={styles.also} role="status">
      {words.length > 0 ? `Also picked by ${inOrder.format(words)}.` : ''}
    </p>
  )
}

type Presence = DocumentState<{ readonly people: Readonly<Record<string, PickedBy>> }>

interface PickedBy {
  readonly name: string
  /** Server epoch ms. */
  readonly since: number
}

const notAsked: Atom<Presence> = atom({ state: 'loading', value: null, at: null } as const)
const steamId = /^\d{17}$/
const none: readonly PickedBy[] = []

/**
 * Which others of the staff have this player picked now, the first first. To ask is to be among them: so only of whom one has
 * picked oneself, and only while one sits at the page. @param player SteamID64; null where nobody is picked
 */
function useAlsoPicked(player: string | null): readonly PickedBy[] {
  const { you, may } = useAtomValue(meAtom)
  const isAtWork = useIsAtWork()
  const isAsked = player !== null && steamId.test(player) && isAtWork && may.includes('viewPendingCommands')
  const { value } = useAtomValue<Presence>(isAsked ? documentAtom(staffPresence, player) : notAsked)
  if (!value) return none
  return Object.entries(value.people)
    .flatMap(([account, present]) => (account === you?.id ? [] : [present]))
    .sort((one, other) => one.since - other.since)
}

const restMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'focus'] as const

/** Whether somebody is at this page: it is in sight, and was touched, pointed at or typed on within the last minute. */
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

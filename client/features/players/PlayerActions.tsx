import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useContext, useEffect, useId, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { healPlayer } from '../../../shared/features/deliveries/commands.ts'
import type { PlayerDetails } from '../../../shared/features/players/queries.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { HoldContext, useHolds } from '../../ui/hold.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { GiftButton } from '../gifts/GiftButton.tsx'
import { GiveCurrency } from '../ledger/GiveCurrency.tsx'
import { useWhyViewing } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { healthAtom } from '../server/health.ts'
import { BanDialog } from '../staff/BanDialog.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import { issuedAtom, useDeliveries } from '../staff/deliveriesAtom.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'
import { KickQuestion, MessageForm, SlayQuestion, TeleportForm } from './actionForms.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { type AskedAction, askedActionAtom, endActionAtom } from './openPlayer.ts'
import styles from './Player.module.css'
import { neededFor, usePlayerRights } from './playerRights.ts'
import { useShowOnMap } from './useShowOnMap.ts'

interface PlayerActionsProps {
  readonly player: PlayerDetails
  readonly name: string
  readonly isOnline: boolean
}

/** The actions that the reader may take on a player, harmless ones first, and the deliveries that came of them. */
export function PlayerActions({ player, name, isOnline }: PlayerActionsProps) {
  const key = player.id ?? name
  const [asked, ask] = useAskedAction(key)
  const end = useSetAtom(endActionAtom)
  const explain = useContext(HoldContext)?.explain ?? nothing
  const { held, isHeld } = useHolds(explain)
  const { mayTake, isLower } = usePlayerRights()(player)
  const why = useWhyNot(player, name, isOnline)
  const isGivable = useFeature('realCurrency') && mayTake('addCurrency')
  const me = useAtomValue(accessAtom).principal?.id ?? null
  const target = { id: player.id ?? '', name }
  const opener = useRef<Element | null>(null)
  const section = useRef<HTMLElement>(null)
  // The form that had the focus goes away: its button takes it, so that Escape still closes the drawer.
  const onDone = (action: AskedAction) => () => {
    // A form that the palette or a context menu asked for has the button that shows it as open.
    const opening = opener.current ?? section.current?.querySelector('button[aria-expanded="true"]')
    if (!end(key, action)) return
    const button = opening ?? section.current?.querySelector('button:enabled')
    if (button instanceof HTMLElement) button.focus()
  }
  const form = (action: AskedAction) => ({ player: target, onDone: onDone(action) })
  // A context menu asks without knowing the role of the player.
  const shows = (action: AskedAction, permission: Permission) => asked === action && mayTake(permission)
  // What is being typed stays in view. While only the hub is away it can be sent: the hub gets it when it answers.
  const typed = (action: AskedAction) => ({ ...form(action), blocked: why.isAway ? null : why.inGame })
  const toggle = (one: AskedAction) => () => {
    // If it were closed, a form in flight would be forgotten, and could be sent twice.
    if (isHeld) return explain()
    opener.current = document.activeElement
    ask(asked === one ? null : one)
  }
  return (
    <section ref={section} className={styles.actions} aria-label="Actions">
      <div className={styles.row}>
        <ShowOnMap id={player.id} isOnline={isOnline} />
        {mayTake('messagePlayers') ? (
          <Action name="Message" why={why.inGame} isOpen={asked === 'message'} onPress={toggle('message')} />
        ) : null}
        {mayTake('healPlayers') ? <Heal id={target.id} why={why.inGame} /> : null}
        {mayTake('teleportPlayers') ? (
          <Action name="Teleport" why={why.inGame} isOpen={asked === 'teleport'} onPress={toggle('teleport')} />
        ) : null}
        {mayTake('changeDinosaurs') ? (
          <Action name="Change dinosaur" why={why.inGame} isOpen={asked === 'change'} onPress={toggle('change')} />
        ) : null}
        {player.account !== null && player.account !== me ? (
          <GiftButton name="Send a gift" receiver={{ account: player.account, name: player.accountName ?? name }} />
        ) : null}
        {isGivable ? (
          <Action name="Give currency" why={why.giving} isOpen={asked === 'give'} onPress={toggle('give')} />
        ) : null}
      </div>
      <HoldContext value={held}>
        {shows('message', 'messagePlayers') ? <MessageForm {...typed('message')} /> : null}
        {shows('teleport', 'teleportPlayers') ? <TeleportForm {...typed('teleport')} /> : null}
        {shows('change', 'changeDinosaurs') ? <ChangeForm {...typed('change')} /> : null}
        {asked === 'give' && isGivable && player.account !== null ? (
          <GiveCurrency
            player={{ account: player.account, name }}
            blocked={why.isAway ? null : why.giving}
            onDone={onDone('give')}
          />
        ) : null}
      </HoldContext>
      <div className={styles.row} data-danger>
        {mayTake('kickPlayers') ? <Action name="Kick" tone="danger" why={why.inGame} onPress={toggle('kick')} /> : null}
        {mayTake('slayPlayers') ? <Slay id={target.id} why={why.inGame} onPress={toggle('slay')} /> : null}
        {mayTake('banPlayers') ? <Action name="Ban" tone="danger" why={why.anywhere} onPress={toggle('ban')} /> : null}
      </div>
      {isLower ? null : <p className={styles.soft}>You can act only on players of a lower role than yours.</p>}
      {isLower && why.inGame ? <p className={styles.soft}>{why.inGame}</p> : null}
      {isGivable && why.giving && why.giving !== why.inGame ? <p className={styles.soft}>{why.giving}</p> : null}
      {shows('kick', 'kickPlayers') ? <KickQuestion {...form('kick')} /> : null}
      {shows('slay', 'slayPlayers') ? <SlayQuestion {...form('slay')} /> : null}
      {shows('ban', 'banPlayers') ? <BanDialog player={{ text: name, id: target.id }} onClose={onDone('ban')} /> : null}
      <OwnDeliveries id={player.id} />
    </section>
  )
}

/** Beside its form the button that was pressed says that it is in flight. */
const nothing = () => {}

/** The action that is asked for on this player. Closing the drawer ends it, and so does losing the permission for it. */
function useAskedAction(player: string) {
  const [last, setLast] = useAtom(askedActionAtom)
  const { may } = useAtomValue(accessAtom)
  const isLost = last?.player === player && !may.includes(neededFor[last.action])
  useEffect(() => {
    if (isLost) setLast(null)
  }, [isLost, setLast])
  useEffect(() => () => setLast((one) => (one?.player === player ? null : one)), [player, setLast])
  const ask = (action: AskedAction | null) => setLast(action && { player, action })
  return [last?.player === player ? last.action : null, ask] as const
}

/** Why the actions cannot be taken now; null if they can. A ban is kept by the hub, so that it needs neither game nor player. */
function useWhyNot({ id, account }: PlayerDetails, name: string, isOnline: boolean) {
  const viewing = useWhyViewing()
  const { state } = useAtomValue(healthAtom)
  const isAway = state === 'reconnecting' || state === 'hubDown'
  const anywhere =
    viewing ??
    (isAway ? "Can't reach the hub. Retrying…" : id === null ? "This account isn't linked to a player yet." : null)
  const inGame =
    anywhere ?? (state === 'linkDown' ? 'The game link is down.' : isOnline ? null : `${name} isn't in the game.`)
  const noWallet = account === null ? `${name} has never signed in here, so they have no wallet yet.` : null
  const giving = viewing ?? (isAway ? "Can't reach the hub. Retrying…" : noWallet)
  return { anywhere, inGame, giving, isAway }
}

interface ActionProps {
  readonly name: string
  /** Why it cannot be taken now; null if it can. Shown next to the buttons. */
  readonly why: string | null
  readonly tone?: 'plain' | 'danger'
  readonly isOpen?: boolean
  readonly busyLabel?: string | null
  readonly onPress: () => void
}

function Action({ name, why, tone = 'plain', isOpen, busyLabel = null, onPress }: ActionProps) {
  const id = useId()
  return (
    <>
      <Button
        tone={tone}
        disabled={why !== null}
        busyLabel={busyLabel}
        aria-expanded={isOpen}
        aria-describedby={why === null ? undefined : id}
        onClick={onPress}
      >
        {name}
      </Button>
      {why === null ? null : (
        <span id={id} className="unseen">
          {why}
        </span>
      )}
    </>
  )
}

function ShowOnMap({ id, isOnline }: { readonly id: string | null; readonly isOnline: boolean }) {
  const maySee = useAtomValue(accessAtom).may.includes('viewAllPositions')
  return maySee && id !== null && isOnline ? <ShowPlaced id={id} /> : null
}

function ShowPlaced({ id }: { readonly id: string }) {
  const animal = useDocument(roster, mainServer).value?.players[id]?.animal
  const show = useShowOnMap()
  const why = animal?.isPlaced ? null : 'Their position is unknown.'
  return <Action name="Show on map" why={why} onPress={() => show(id)} />
}

function Heal({ id, why }: { readonly id: string; readonly why: string | null }) {
  const { issue, busy, problem, dismiss } = useDeliveryCommand(healPlayer)
  return (
    <>
      <Action
        name="Heal"
        why={why}
        busyLabel={busy ? 'Heal…' : null}
        onPress={() => void issue({ server: mainServer, target: id })}
      />
      {problem ? <Problem onDismiss={dismiss}>{problem}</Problem> : null}
    </>
  )
}

interface SlayProps {
  readonly id: string
  readonly why: string | null
  readonly onPress: () => void
}

/** Where the reader sees the animals, only a living one can be slain. */
function Slay(props: SlayProps) {
  const maySee = useAtomValue(accessAtom).may.includes('viewAllPositions')
  return maySee ? <SlayLiving {...props} /> : <Action name="Slay" tone="danger" {...props} />
}
function SlayLiving({ id, why, onPress }: SlayProps) {
  const animal = useDocument(roster, mainServer).value?.players[id]?.animal
  const isAlive = animal ? !animal.dead : false
  return (
    <Action
      name="Slay"
      tone="danger"
      why={why ?? (isAlive ? null : 'They have no living dinosaur.')}
      onPress={onPress}
    />
  )
}

const mostOwn = 3

/** The reader's own deliveries on this player since the page was opened, the newest first. */
function OwnDeliveries({ id }: { readonly id: string | null }) {
  const { byId } = useDeliveries()
  const own = useAtomValue(issuedAtom).filter((one) => id !== null && byId[one.id]?.target?.id === id)
  if (own.length === 0) return null
  return (
    <ul className={styles.deliveries} aria-label="Your commands">
      {own.slice(0, mostOwn).map((one) => (
        <li key={one.id}>
          <DeliveryCard id={one.id} brief />
        </li>
      ))}
    </ul>
  )
}

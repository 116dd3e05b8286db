import { useAtomValue, useSetAtom } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { healPlayer } from '../../../shared/features/deliveries/commands.ts'
import { readPlayer } from '../../../shared/features/players/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { healthAtom } from '../server/health.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'
import { type AskedAction, askedActionAtom, openPlayerAtom } from './openPlayer.ts'
import { neededFor, usePlayerRights } from './playerRights.ts'

const actions: readonly { readonly action: AskedAction; readonly name: string }[] = [
  { action: 'message', name: 'Message…' },
  { action: 'teleport', name: 'Teleport…' },
  { action: 'change', name: 'Change dinosaur…' },
  { action: 'give', name: 'Give currency…' },
  { action: 'kick', name: 'Kick…' },
  { action: 'slay', name: 'Slay…' },
  { action: 'ban', name: 'Ban…' },
]

const harmful: readonly AskedAction[] = ['kick', 'slay', 'ban']

/**
 * The actions of the player drawer as a context menu, harmless ones first: each opens the drawer at its form. A heal has no form and is
 * sent at once. Until the role of the player is known none can be chosen; what the reader may not do to them is left out.
 * @param opened the game's id of the player whose menu is open; null while none is
 */
export function usePlayerMenu(opened: string | null) {
  const open = useSetAtom(openPlayerAtom)
  const ask = useSetAtom(askedActionAtom)
  const showToast = useSetAtom(showToastAtom)
  const heal = useDeliveryCommand(healPlayer)
  const { mayTake, whyInGame, whyAnywhere } = useMenuRights(opened)
  const isCurrencyOn = useFeature('realCurrency')
  const sendHeal = async (id: string) => {
    const answer = await heal.issue({ server: mainServer, target: id })
    if (!answer.ok) showToast(answer.problem)
  }
  /** @param id the game's id of a player who is in the game */
  return (id: string): MenuItem[] => {
    const item = ({ action, name }: (typeof actions)[number]): MenuItem => ({
      key: action,
      name,
      danger: harmful.includes(action),
      disabled: action === 'ban' || action === 'give' ? whyAnywhere : whyInGame,
      onChoose() {
        open(id)
        ask({ player: id, action })
      },
    })
    const healItem: MenuItem = { key: 'heal', name: 'Heal', disabled: whyInGame, onChoose: () => void sendHeal(id) }
    const allowed = actions
      .filter(({ action }) => mayTake(neededFor[action]) && (action !== 'give' || isCurrencyOn))
      .map(item)
    const [harmless, [first, ...rest]] = [
      allowed.filter(({ danger }) => !danger),
      allowed.filter(({ danger }) => danger),
    ]
    return [
      { key: 'open', name: 'Open player', onChoose: () => open(id) },
      ...(mayTake('healPlayers') ? [...harmless.slice(0, 1), healItem, ...harmless.slice(1)] : harmless),
      ...(first ? [{ ...first, startsGroup: true }, ...rest] : []),
    ]
  }
}

/** What the reader may do to a player of a menu, and why not now. */
function useMenuRights(opened: string | null) {
  const { may } = useAtomValue(accessAtom)
  const { state } = useAtomValue(healthAtom)
  const { value } = useQuery(readPlayer, opened === null ? null : { id: opened })
  const rightsOn = usePlayerRights()
  const player = value?.player?.id === opened ? value?.player : null
  const isAway = state === 'reconnecting' || state === 'hubDown'
  const whyAnywhere = isAway ? "Can't reach the hub" : player ? undefined : 'Checking…'
  return {
    mayTake: (permission: Permission) => (player ? rightsOn(player).mayTake(permission) : may.includes(permission)),
    whyAnywhere,
    whyInGame: whyAnywhere ?? (state === 'linkDown' ? 'The game link is down' : undefined),
  }
}

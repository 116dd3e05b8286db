import { useAtomValue, useSetAtom } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { healPlayer } from '../../../shared/features/deliveries/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { healthAtom } from '../server/health.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'
import { type AskedAction, askedActionAtom, openPlayerAtom } from './openPlayer.ts'

const actions: readonly { readonly action: AskedAction; readonly name: string; readonly needs: Permission }[] = [
  { action: 'message', name: 'Message…', needs: 'messagePlayers' },
  { action: 'teleport', name: 'Teleport…', needs: 'teleportPlayers' },
  { action: 'kick', name: 'Kick…', needs: 'kickPlayers' },
  { action: 'slay', name: 'Slay…', needs: 'slayPlayers' },
  { action: 'ban', name: 'Ban…', needs: 'banPlayers' },
]

const harmful: readonly AskedAction[] = ['kick', 'slay', 'ban']

/**
 * The actions of the player drawer as a context menu, harmless ones first: each opens the drawer at its form, which also knows whether the
 * reader may act on this player. A heal has no form and is sent at once.
 */
export function usePlayerMenu() {
  const { may } = useAtomValue(accessAtom)
  const { state } = useAtomValue(healthAtom)
  const open = useSetAtom(openPlayerAtom)
  const ask = useSetAtom(askedActionAtom)
  const showToast = useSetAtom(showToastAtom)
  const heal = useDeliveryCommand(healPlayer)
  const sendHeal = async (id: string) => {
    const answer = await heal.issue({ server: mainServer, target: id })
    if (!answer.ok) showToast(answer.problem)
  }
  const why = state === 'linkDown' ? 'The game link is down' : undefined
  /** @param id the game's id of a player who is in the game */
  return (id: string): MenuItem[] => {
    const item = ({ action, name }: (typeof actions)[number]): MenuItem => ({
      key: action,
      name,
      danger: harmful.includes(action),
      startsGroup: action === 'kick',
      disabled: action === 'ban' ? undefined : why,
      onChoose() {
        open(id)
        ask({ player: id, action })
      },
    })
    const healItem: MenuItem = { key: 'heal', name: 'Heal', disabled: why, onChoose: () => void sendHeal(id) }
    const allowed = actions.filter(({ needs }) => may.includes(needs)).map(item)
    const [harmless, rest] = [allowed.filter(({ danger }) => !danger), allowed.filter(({ danger }) => danger)]
    return [
      { key: 'open', name: 'Open player', onChoose: () => open(id) },
      ...(may.includes('healPlayers') ? [...harmless.slice(0, 1), healItem, ...harmless.slice(1)] : harmless),
      ...rest,
    ]
  }
}

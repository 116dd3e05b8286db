import type * as commands from '../../../shared/features/deliveries/commands.ts'
import type { ActionDetail, DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { mostBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import type { Rule } from '../../engine/rule.ts'
import type { Wishing } from './give.ts'
import { saysNothing } from './saysNothing.ts'
import type { WishFor } from './wish.ts'

/** What staff want of the game server as a whole. */
export function createServerRules(wish: WishFor) {
  const onServer = (context: Wishing, kind: DeliveryKind, server: string, detail: ActionDetail = {}) => ({
    id: wish(context, kind, { server, action: { kind, target: null, detail } }),
  })

  const broadcast: Rule<typeof commands.broadcast> = (context, { server, text }) => {
    const said = text.trim()
    if (saysNothing(said)) return context.refuse('noMessage')
    // As people count, so that a broadcast of emoji is not half as long.
    if ([...said].length > mostBroadcast) return context.refuse('tooLong')
    return onServer(context, 'broadcast', server, { text: said })
  }
  const saveGame: Rule<typeof commands.saveGame> = (context, { server }) => onServer(context, 'save', server)
  const wipeCorpses: Rule<typeof commands.wipeCorpses> = (context, { server }) =>
    onServer(context, 'wipeCorpses', server)
  const setToggle: Rule<typeof commands.setToggle> = (context, { server, toggle, on }) =>
    onServer(context, 'toggle', server, { toggle, on })
  const runConsole: Rule<typeof commands.runConsole> = (context, { server, text }) => {
    if (saysNothing(text)) return context.refuse('noCommand')
    return onServer(context, 'console', server, { text: text.trim() })
  }
  return { broadcast, saveGame, wipeCorpses, setToggle, runConsole }
}

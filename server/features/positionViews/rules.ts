import type { PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/positionViews/commands.ts'
import {
  type PositionView,
  pastPositionViews,
  positionViews,
} from '../../../shared/features/positionViews/positionViews.ts'
import type { Rule } from '../../engine/rule.ts'

export const viewKey = (account: string, at: PositionView['at']) => `${account} ${at}`

/** Splits the key of an open view. */
export function viewOf(name: string): { account: PlayerId; at: PositionView['at'] } {
  const space = name.lastIndexOf(' ')
  return { account: name.slice(0, space) as PlayerId, at: name.slice(space + 1) as PositionView['at'] }
}

/** A view that is already open keeps its begin. */
export const beginLook: Rule<typeof commands.beginView> = ({ edit, read }, { account: by, name, at, from }) => {
  // The account may have been erased since the view began.
  const isKnown = read(account, by).createdAt > 0
  edit(positionViews).open[viewKey(by, at)] ??= { name: isKnown ? name : '', at, from }
  return {}
}

/** A view that has ended already is not recorded twice. */
export const endLook: Rule<typeof commands.endView> = ({ edit, archive }, { account, at, to, cut }) => {
  const { open } = edit(positionViews)
  const view = open[viewKey(account, at)]
  if (!view) return {}
  const { name, from } = view
  archive(pastPositionViews, { account, name, at, from, to: Math.max(from, to), cut })
  delete open[viewKey(account, at)]
  return {}
}

import type { z } from 'zod'
import { missingOf, type Permission } from '../../../shared/engine/permissions.ts'
import {
  latestChanges,
  longestWords,
  mostUndoable,
  settingChanges,
  type UndoableChange,
  undoSetting,
} from '../../../shared/features/settings/changes.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { isSameValue, plain } from '../../engine/transaction.ts'
import { actorRow } from '../account/rules.ts'

/** A setting that owners change and can set back. Its feature exports it, and `server/features/index.ts` lists it. */
export interface OwnerSetting<Value> {
  /** Unique, with the feature's name in front: `economy.dailyBonus`. */
  readonly key: string
  /** What a sentence calls it: `the daily bonus`. */
  readonly name: string
  /** What a kept value must be, so that an undo writes nothing that this release does not know. */
  readonly schema: z.ZodType<Value>
  /** What its command needs beside `ownerPanel`, since a token may hold that alone. An undo needs it too. */
  readonly alsoNeeds?: readonly Permission[] | undefined
  inWords(value: Value): string
  read(context: Pick<Context, 'read'>): Value
  write(context: Context, value: Value): void
}
/** Of any value, for lists. */
export type AnyOwnerSetting = OwnerSetting<unknown>
export const ownerSetting = <Value>(setting: OwnerSetting<Value>): AnyOwnerSetting & OwnerSetting<Value> =>
  setting as AnyOwnerSetting & OwnerSetting<Value>

/**
 * Sets a setting, and keeps who did it, from what to what, for history, audit and undo. A value that is as it was is not a change.
 * @returns the change's id for `settings.undo`; null if nothing is different
 */
export function changeOwnerSetting<Value>(context: Context, setting: OwnerSetting<Value>, value: Value): string | null {
  const before = plain(setting.read(context))
  if (isSameValue(before, value)) return null
  setting.write(context, value)
  const after = plain(setting.read(context))
  const { key, name, inWords, alsoNeeds = [] } = setting
  const words = { setting: key, name, from: cut(inWords(before)), to: cut(inWords(after)) }
  const id = recordChange(context, words)
  keepForUndo(context, id, { ...words, at: context.now, alsoNeeds: [...alsoNeeds], before, after })
  return id
}

/** Whether another owner has changed it since it was seen, to something else than is wanted now: an owner who then saves would undo that. */
export const isChangedSince = <Value>(context: Context, setting: OwnerSetting<Value>, seen: Value, wanted: Value) => {
  const present = setting.read(context)
  return !isSameValue(present, seen) && !isSameValue(present, wanted)
}

interface ChangeInWords {
  readonly setting: string
  readonly name: string
  readonly from: string
  readonly to: string
}

/** For the history and the audit. Returns the id of the change. */
function recordChange(context: Context, words: ChangeInWords, act: 'change' | 'undo' = 'change'): string {
  const { setting, name: title, from, to } = words
  const { archive, newId } = context
  const change = newId()
  archive(settingChanges, { act, change, setting, title, from: cut(from), to: cut(to), ...actorRow(context) })
  return change
}

const cut = (words: string) => (words.length > longestWords ? `${words.slice(0, longestWords - 2)} …` : words)

function keepForUndo({ edit }: Context, id: string, change: UndoableChange) {
  const { changes } = edit(latestChanges)
  const oldestFirst = Object.entries(changes).sort(([, one], [, other]) => one.at - other.at)
  for (const [oldest] of oldestFirst.slice(0, Math.max(0, oldestFirst.length + 1 - mostUndoable)))
    delete changes[oldest]
  changes[id] = change
}

/** It held the id of a user who has since erased their account: that text is lost. */
const isErased = (value: unknown) => JSON.stringify(value).includes(ERASED)

/** The rule of `settings.undo` over all settings of the hub. */
export function undoing(settings: readonly AnyOwnerSetting[]): Rule<typeof undoSetting> {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]))
  if (byKey.size !== settings.length) throw new Error('Two settings have the same key')
  return (context, { change: id }) => {
    const { read, edit, refuse, actor } = context
    const { changes } = read(latestChanges)
    const kept = Object.hasOwn(changes, id) ? plain(changes[id]) : undefined
    const setting = kept && byKey.get(kept.setting)
    const before = setting?.schema.safeParse(kept?.before)
    if (!kept || !setting || !before?.success || isErased(before.data)) return refuse('gone')
    const missing = missingOf({ ...undoSetting, alsoNeeds: setting.alsoNeeds ?? [] }, actor.can)
    if (missing.length > 0) return refuse('needsMore', { name: setting.name, permissions: missing.join(', ') })
    const present = plain(setting.read(context))
    if (!isSameValue(present, kept.after)) return refuse('changedSince', { now: cut(setting.inWords(present)) })
    setting.write(context, before.data)
    delete edit(latestChanges).changes[id]
    recordChange(context, { setting: kept.setting, name: kept.name, from: kept.to, to: kept.from }, 'undo')
    return {}
  }
}

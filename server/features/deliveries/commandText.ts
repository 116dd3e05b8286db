import { banHours } from '../../../shared/features/deliveries/banLength.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'

/** The text of a manual delivery for which no link has one: in the manner of a console. */
export function manualCommandText({ kind, target, detail }: GameAction): string {
  const { durationMs, destination, toggle, on } = detail
  const [reason, text] = [withoutSeparators(detail.reason), withoutSeparators(detail.text)]
  const id = target?.id
  if (kind === 'ban') return consoleLine(['ban', id, banHours(durationMs), reason])
  if (kind === 'unban') return consoleLine(['unban', id])
  if (kind === 'teleport') return consoleLine(['teleport', id, destination])
  if (kind === 'whitelist') return consoleLine(['whitelist', on ? 'add' : 'remove', id])
  if (kind === 'toggle') return consoleLine(['toggle', toggle, onOff(on)])
  if (kind === 'redeem')
    return consoleLine(['redeem', id, detail.species, ...storedWords(detail.stored), detail.dinosaur])
  if (kind === 'mutate') return consoleLine(['mutate', id, text, parentWords(detail.parents)])
  if (kind === 'console') return consoleLine([detail.text])
  if (kind === 'gameConsole') return consoleLine([text])
  return consoleLine([kind, id, reason, text])
}

/** How staff make the dinosaur again: what was not read is left out. */
const storedWords = (stored: GameAction['detail']['stored']) =>
  Object.entries(stored ?? {}).map(([name, percent]) => (percent === null ? undefined : `${name} ${percent}%`))

const parentWords = (parents: string | undefined) => parents && `parents ${withoutSeparators(parents)}`

/** One line without control characters, since it is pasted into a console. */
const consoleLine = (parts: readonly (string | number | undefined)[]) =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/** Replaces characters that may end a command in a console, where no escape exists: only an owner may type commands. */
const withoutSeparators = (text: string | undefined) =>
  text?.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/').replaceAll('`', "'")

const onOff = (on: boolean | undefined) => (on ? 'on' : 'off')

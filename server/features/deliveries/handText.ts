import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'

/** One line each, whatever was typed: it is pasted into a console. */
const line = (parts: readonly (string | number | undefined)[]) =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/**
 * What others than the owner have typed is no command of its own: a console may end one at these, and nothing escapes them, so that
 * they are replaced by what looks like them.
 */
const harmless = (text: string | undefined) =>
  text?.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/').replaceAll('`', "'")

const onOff = (on: boolean | undefined) => (on ? 'on' : 'off')

/** What a person is to do, where no link words it: in the manner of a console. */
export function handText({ kind, target, detail }: GameAction): string {
  const { durationMs, destination, toggle, on } = detail
  const [reason, text] = [harmless(detail.reason), harmless(detail.text)]
  const id = target?.id
  if (kind === 'ban') return line(['ban', id, durationMs == null ? 0 : Math.ceil(durationMs / 1_000), reason])
  if (kind === 'unban') return line(['unban', id])
  if (kind === 'teleport') return line(['teleport', id, destination])
  if (kind === 'whitelist') return line(['whitelist', on ? 'add' : 'remove', id])
  if (kind === 'toggle') return line(['toggle', toggle, onOff(on)])
  if (kind === 'console') return line([detail.text])
  return line([kind, id, reason, text])
}

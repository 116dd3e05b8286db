import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'

/** One line each, whatever was typed: it is pasted into a console. */
const line = (parts: readonly (string | number | undefined)[]) =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const onOff = (on: boolean | undefined) => (on ? 'on' : 'off')

/** What a person is to do, where no link words it: in the manner of a console. */
export function handText({ kind, target, detail }: GameAction): string {
  const { reason, durationMs, destination, text, toggle, on } = detail
  const id = target?.id
  if (kind === 'ban') return line(['ban', id, durationMs == null ? 0 : Math.ceil(durationMs / 1_000), reason])
  if (kind === 'unban') return line(['unban', id])
  if (kind === 'teleport') return line(['teleport', id, destination])
  if (kind === 'whitelist') return line(['whitelist', on ? 'add' : 'remove', id])
  if (kind === 'toggle') return line(['toggle', toggle, onOff(on)])
  if (kind === 'console') return line([text])
  return line([kind, id, reason, text])
}

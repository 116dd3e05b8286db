import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../../server/engine/entry.ts'
import type { Asked, Evidence } from './evidence.ts'

/** Whoever is told these knows that they do not know. */
const tellsNothing = new Set(['unknown', 'fateUnknown'])

/** Of what was answered: that it is so, and once, and after whatever had been answered before it was asked. */
export function judgeAnswers({ entries, asked }: Pick<Evidence, 'entries' | 'asked'>): string[] {
  const kept = new Map<string, Entry[]>()
  for (const entry of entries)
    if (entry.commandId !== null) kept.set(entry.commandId, [...(kept.get(entry.commandId) ?? []), entry])
  return [...asked.flatMap((one) => wrongOf(one, kept.get(one.commandId) ?? []) ?? []), ...orderOf(asked)]
}

const named = ({ page, name, commandId, attempts }: Asked) => `${page}: ${name} ${commandId} (sent ${attempts} times)`

function wrongOf(one: Asked, kept: readonly Entry[]): string | null {
  const { answer } = one
  const seqs = kept.map(({ seq, refused }) => `${seq}${refused ? ' (refused)' : ''}`).join(' and ')
  if (kept.length > 1) return `${named(one)} was decided twice: entries ${seqs}`
  if (answer === null) return `${named(one)} was never answered`
  const entry = kept.find(({ refused }) => !refused)
  if (!answer.ok) {
    if (!entry || tellsNothing.has(answer.code)) return null
    return `${named(one)} was refused (${answer.code}) and done: entry ${seqs}`
  }
  if (!entry) return `${named(one)} was acknowledged as entry ${answer.seq} and lost`
  const isSame = entry.seq === answer.seq && isDeepStrictEqual(entry.output, answer.output)
  return isSame ? null : `${named(one)} was acknowledged as entry ${answer.seq}, and is entry ${seqs} or another answer`
}

/** Time as it really passed: what was answered before something was asked for stands before it. */
function orderOf(asked: readonly Asked[]): string[] {
  const moments = asked.flatMap((one) => [
    { at: one.sentAt, one, isAnswer: false },
    ...(one.answeredAt !== null && one.answer?.ok ? [{ at: one.answeredAt, one, isAnswer: true }] : []),
  ])
  moments.sort((a, b) => a.at - b.at || Number(a.isAnswer) - Number(b.isAnswer))
  const before = new Map<Asked, number>()
  const wrongs: string[] = []
  let last = 0
  for (const { one, isAnswer } of moments) {
    if (!isAnswer) {
      before.set(one, last)
      continue
    }
    const seq = one.answer?.ok ? one.answer.seq : 0
    const floor = before.get(one) ?? 0
    if (seq <= floor)
      wrongs.push(`${named(one)} is entry ${seq}, and entry ${floor} was answered before it was asked for`)
    last = Math.max(last, seq)
  }
  return wrongs
}

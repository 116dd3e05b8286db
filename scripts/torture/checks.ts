import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../server/engine/entry.ts'
import { isHarmlessTwice } from '../../server/game/actionLink.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { checkFinalCopies, checkShownDocuments } from './documentChecks.ts'
import { type Evidence, type ReplayedJournal, replayJournal, type SentCommand } from './evidence.ts'
import { markIn } from './gameTruth.ts'

/** All violations of the hub's guarantees in a run, as sentences. */
export function checkAll(evidence: Evidence, isLive: (kind: string) => boolean): string[] {
  const replayed = replayJournal(evidence.entries)
  return [
    ...replayed.violations,
    ...checkAnswers(evidence),
    ...checkShownDocuments(evidence, replayed, isLive),
    ...checkFinalCopies(evidence, isLive),
    ...checkDeliveries(evidence, replayed),
  ]
}

/** Refusals that leave the outcome open. */
const openOutcomes = new Set(['unknown', 'fateUnknown'])

/** Each answer agrees with the journal, each command is in it once, and commands answered earlier precede those sent later. */
function checkAnswers({ entries, commands }: Pick<Evidence, 'entries' | 'commands'>): string[] {
  const kept = new Map<string, Entry[]>()
  for (const entry of entries)
    if (entry.commandId !== null) kept.set(entry.commandId, [...(kept.get(entry.commandId) ?? []), entry])
  return [
    ...commands.flatMap((one) => answerViolation(one, kept.get(one.commandId) ?? []) ?? []),
    ...orderViolations(commands),
  ]
}

const labelOf = ({ page, name, commandId, attempts }: SentCommand) =>
  `${page}: ${name} ${commandId} (sent ${attempts} times)`

function answerViolation(one: SentCommand, kept: readonly Entry[]): string | null {
  const { answer } = one
  const seqs = kept.map(({ seq, refused }) => `${seq}${refused ? ' (refused)' : ''}`).join(' and ')
  if (kept.length > 1) return `${labelOf(one)} was decided twice: entries ${seqs}`
  if (answer === null) return `${labelOf(one)} was never answered`
  const entry = kept.find(({ refused }) => !refused)
  if (!answer.ok) {
    if (!entry || openOutcomes.has(answer.code)) return null
    return `${labelOf(one)} was refused (${answer.code}) and done: entry ${seqs}`
  }
  if (!entry) return `${labelOf(one)} was acknowledged as entry ${answer.seq} and lost`
  const isSame = entry.seq === answer.seq && isDeepStrictEqual(entry.output, answer.output)
  return isSame
    ? null
    : `${labelOf(one)} was acknowledged as entry ${answer.seq}, and is entry ${seqs} or another answer`
}

/** A command that was answered before another was sent precedes it in the journal. */
function orderViolations(commands: readonly SentCommand[]): string[] {
  const moments = commands.flatMap((one) => [
    { at: one.sentAt, one, isAnswer: false },
    ...(one.answeredAt !== null && one.answer?.ok ? [{ at: one.answeredAt, one, isAnswer: true }] : []),
  ])
  moments.sort((a, b) => a.at - b.at || Number(a.isAnswer) - Number(b.isAnswer))
  const before = new Map<SentCommand, number>()
  const violations: string[] = []
  let last = 0
  for (const { one, isAnswer } of moments) {
    if (!isAnswer) {
      before.set(one, last)
      continue
    }
    const seq = one.answer?.ok ? one.answer.seq : 0
    const floor = before.get(one) ?? 0
    if (seq <= floor)
      violations.push(`${labelOf(one)} is entry ${seq}, and entry ${floor} was answered before it was sent`)
    last = Math.max(last, seq)
  }
  return violations
}

const notDone: readonly Delivery['state'][] = ['failed', 'manual', 'cancelled']

type DeliveryEvidence = Pick<Evidence, 'commands' | 'gameRequests' | 'entries'>

/** The mark of each delivery, from the input of its command. */
function marksByDelivery({ commands, entries }: DeliveryEvidence): ReadonlyMap<string, string> {
  const markOf = new Map(commands.map(({ commandId, input }) => [commandId, markIn(JSON.stringify(input))]))
  return new Map(
    entries.flatMap(({ commandId, output, refused }) => {
      const mark = refused ? undefined : markOf.get(commandId ?? '')
      return mark ? [[(output as { id: string }).id, mark] as const] : []
    }),
  )
}

const countMarks = (gameRequests: readonly string[]) => {
  const times = new Map<string, number>()
  for (const request of gameRequests) {
    const mark = markIn(request)
    if (mark) times.set(mark, (times.get(mark) ?? 0) + 1)
  }
  return times
}

/** The game received each delivery as often as its state in the hub says. */
function checkDeliveries(evidence: DeliveryEvidence, { values }: ReplayedJournal): string[] {
  const all = (values.get('deliveries/main') ?? []) as { entries: Record<string, Delivery> }[]
  const stored = all.at(-1)
  // An erasure removes those that name the erased user.
  const ever = new Set(all.flatMap(({ entries }) => Object.keys(entries)))
  const marks = marksByDelivery(evidence)
  const times = countMarks(evidence.gameRequests)
  const lost = evidence.commands.flatMap(({ name, answer }) => {
    const id = answer?.ok && name.startsWith('deliveries.') ? ((answer.output as { id?: string }).id ?? null) : null
    return id === null || ever.has(id) ? [] : [`delivery ${id} was acknowledged, and there is none`]
  })
  const known = new Set(marks.values())
  const invented = [...times.keys()]
    .filter((mark) => !known.has(mark))
    .map((mark) => `the game received ${mark}, of which the journal has no delivery`)
  const violations = Object.values(stored?.entries ?? {}).flatMap((one) => {
    const mark = marks.get(one.id)
    return deliveryViolation(one, mark === undefined ? null : (times.get(mark) ?? 0)) ?? []
  })
  return [...lost, ...invented, ...violations]
}

/** @param times null if it cannot be recognized in the game */
function deliveryViolation({ id, kind, state, attempts }: Delivery, times: number | null): string | null {
  const label = `delivery ${id} (${kind}, ${state} after ${attempts} attempts)`
  if (state === 'queued' || state === 'sending') return `${label} has not ended`
  if (isHarmlessTwice(kind) || times === null) return null
  if (times > 1) return `${label} was done ${times} times`
  if (state === 'confirmed' && times === 0) return `${label} was never done`
  return notDone.includes(state) && times > 0 ? `${label} was done nevertheless` : null
}

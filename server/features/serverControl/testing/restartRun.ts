import { deliveryAudit } from '../../../../shared/features/deliveries/archives.ts'
import { scheduleRestarts, sendBroadcast } from '../../../../shared/features/serverControl/commands.ts'
import { warnedMinutes } from '../../../../shared/features/serverControl/serverControl.ts'
import { createRandom } from '../../../game/simulator/random.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { openControl } from './openControl.ts'

const minuteMs = 60_000
const lateMs = 10 * minuteMs

interface Up {
  readonly from: number
  readonly to: number
}

/**
 * One run: a scheduled restart and a delayed broadcast while the hub crashes again and again, some of the crashes within a write. Afterwards
 * what was said and ordered is compared with the times at which the hub was up. @returns what is wrong, and what happened
 */
export async function runRestart(seed: number, store: TestStore = createMemoryStorage()) {
  const random = createRandom(seed)
  const { ask, clock, pass, crash, memory, faults, control, broadcasts } = await openControl(store)
  const firstAt = clock.now()
  const time = random.pick(['00:20', '00:40', '01:05', '02:00'])
  const waitMinutes = random.pick([0, 0, 10])
  const { nextAt = 0 } = await ask(scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 0, time, waitMinutes } })
  await ask(sendBroadcast, { text: 'Once', priority: 'medium', delayMinutes: random.between(1, 60) })
  const last = nextAt + waitMinutes * minuteMs
  const end = Math.max(last, firstAt + 60 * minuteMs) + 2 * lateMs
  const ups: Up[] = []
  let crashes = 0
  let upFrom = firstAt
  while (clock.now() < end) {
    // Half of the steps end at the very moment at which something is due.
    const due = clock.untilNext() ?? minuteMs
    await pass(Math.max(1, random.chance(0.5) ? due - 1 : random.between(1, 12 * minuteMs)))
    if (random.chance(0.35)) continue
    crashes += 1
    ups.push({ from: upFrom, to: clock.now() })
    const awayMs = Math.floor(random.pick([10, 3_000, 60_000, 20 * minuteMs]) * random())
    await crash(random.chance(0.7) ? 1 : 0, random.chance(0.5), awayMs)
    upFrom = clock.now()
  }
  await pass(minuteMs)
  ups.push({ from: upFrom, to: clock.now() })
  const { rows } = await memory.storage.archivePage({ kind: deliveryAudit.kind, before: null, limit: 500 })
  const issued = rows.map(({ row }) => deliveryAudit.schema.parse(row))
  const said = issued.flatMap(({ act, detail }) => (act === 'broadcast' ? String(detail.text) : []))
  const restarts = issued.filter(({ act }) => act === 'restart').length
  const isUp = (from: number, until: number) => ups.some((up) => Math.max(up.from, from) < Math.min(up.to, until))
  const problems = [...faults]
  const warnings = said.filter((text) => text.startsWith('Server restarts in '))
  for (const [nth, minutes] of warnedMinutes.entries()) {
    const next = warnedMinutes[nth + 1] ?? 0
    const [from, until] = [last - minutes * minuteMs, last - next * minuteMs]
    const count = warnings.filter((text) => isWithin(text, minutes, next)).length
    if (count > 1) problems.push(`${minutes} minutes before: said ${count} times`)
    if (from > firstAt && count === 0 && isUp(from, until)) problems.push(`${minutes} minutes before: never said`)
  }
  const outcomes = control().past.map(({ outcome }) => outcome)
  if (restarts > 1) problems.push(`ordered ${restarts} times`)
  if (outcomes.length !== 1) problems.push(`concluded as ${outcomes.join()}`)
  if (restarts !== (outcomes[0] === 'ordered' ? 1 : 0)) problems.push(`${outcomes[0]}, and ordered ${restarts} times`)
  if (restarts === 0 && warnings.length > 0 && isUp(last, last + lateMs)) problems.push('never ordered')
  if (restarts === 1 && warnings.length === 0) problems.push('ordered without a warning')
  const once = said.filter((text) => text === 'Once').length
  if (once !== broadcasts().sent.length * 2) problems.push(`the broadcast was said ${once} times`)
  return { problems, crashes, restarts }
}

/** Whether a warning belongs to a step: it gives the minutes that are really left, more than those of the next step. */
function isWithin(text: string, minutes: number, next: number) {
  const left = Number(/in (\d+) minute/.exec(text)?.[1] ?? 0)
  return left <= minutes && left > next
}

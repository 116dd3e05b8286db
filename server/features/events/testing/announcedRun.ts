import { deliveryAudit } from '../../../../shared/features/deliveries/archives.ts'
import { announcedMinutes, startWindowMs } from '../../../../shared/features/events/events.ts'
import { createRandom } from '../../../game/simulator/random.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { openEvents } from './openEvents.ts'

const minuteMs = 60_000

interface Up {
  readonly from: number
  readonly to: number
}

/**
 * One run: events at random times while the hub crashes again and again, some of the crashes within a write. Afterwards what was said in the
 * game is compared with the times at which the hub was up. @returns what is wrong, and what happened
 */
export async function runAnnounced(seed: number, store: TestStore = createMemoryStorage()) {
  const random = createRandom(seed)
  const { clock, pass, crash, schedule, event, memory, faults } = await openEvents(store)
  const events = new Map<string, number>()
  for (let nth = 0; nth < 1 + Math.floor(random() * 4); nth += 1) {
    const minutes = 2 + Math.floor(random() * 150)
    const at = Math.floor(clock.now() / minuteMs) * minuteMs + minutes * minuteMs
    const wall = new Date(at).toISOString().slice(0, 16)
    events.set(await schedule({ type: 'Moonlight Hunt', title: `Hunt ${nth}x`, durationMs: 600_000 }, wall), nth)
  }
  const starts = new Map([...events.keys()].map((id) => [id, event(id)?.scheduledTime ?? 0]))
  const firstAt = clock.now()
  const end = Math.max(...starts.values()) + 2 * minuteMs
  const ups: Up[] = []
  let crashes = 0
  let upFrom = firstAt
  while (clock.now() < end) {
    // Half of the steps end at the very moment at which something is due.
    const due = clock.untilNext() ?? minuteMs
    const isAtTimer = random.chance(0.5)
    await pass(Math.max(1, isAtTimer ? due - 1 : random.between(1, 12 * minuteMs)))
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
  const said = rows.map(({ row }) => deliveryAudit.schema.parse(row)).filter(({ act }) => act === 'broadcast')
  const problems = [...faults]
  for (const [id, nth] of events) {
    const texts = said
      .map(({ detail }) => detail?.text ?? '')
      .filter((text) => String(text).startsWith(`Hunt ${nth}x `))
    const startAt = starts.get(id) ?? 0
    problems.push(
      ...problemsOf({ texts: texts.map(String), startAt, firstAt, ups }).map((one) => `event ${nth}: ${one}`),
    )
    const written = Object.keys(event(id)?.announced ?? {}).length
    if (written !== texts.length) problems.push(`event ${nth}: ${written} are noted, and ${texts.length} were said`)
    const hasStarted = texts.some((text) => String(text).endsWith('begins now!'))
    if (event(id)?.started !== hasStarted) problems.push(`event ${nth}: started and not said, or said and not started`)
  }
  return { problems, crashes, said: said.length, events: events.size }
}

interface Said {
  readonly texts: readonly string[]
  readonly startAt: number
  readonly firstAt: number
  readonly ups: readonly Up[]
}

/** Each step is said once where the hub was up between its time and that of the next, and never otherwise. */
function problemsOf({ texts, startAt, firstAt, ups }: Said): string[] {
  return announcedMinutes.flatMap((minutes, nth) => {
    const from = startAt - minutes * minuteMs
    const next = announcedMinutes[nth + 1]
    const until = next === undefined ? startAt + startWindowMs + 1 : startAt - next * minuteMs
    if (from <= firstAt) return []
    const count = texts.filter((text) => isOfStep(text, minutes, next)).length
    // A hub that died within the write of this very moment may have said it.
    const wasUp = ups.some((up) => Math.max(up.from, from) < Math.min(up.to, until))
    const mayBe = ups.some((up) => up.from < until && up.to >= from - 1)
    if (count > 1) return [`${minutes} minutes before: said ${count} times`]
    if (count === 0 && wasUp) return [`${minutes} minutes before: never said, and the hub was up`]
    return count === 1 && !mayBe ? [`${minutes} minutes before: said while the hub was down`] : []
  })
}

/** Whether a text belongs to a step: it gives the minutes that are really left, more than those of the next step. */
function isOfStep(text: string, minutes: number, next: number | undefined) {
  if (minutes === 0) return text.endsWith('begins now!')
  const left = Number(/begins in (\d+) minute/.exec(text)?.[1] ?? 0)
  return left <= minutes && left > (next ?? 0)
}

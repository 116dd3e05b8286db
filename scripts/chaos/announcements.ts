import { runAnnounced } from '../../server/features/events/testing/announcedRun.ts'

/** Runs of scheduled events on a hub in this process that crashes again and again: each announcement is made exactly once. */
export async function runAnnouncements(
  { seed, runs }: { readonly seed: number; readonly runs: number },
  print: (line: string) => void,
) {
  let [broken, crashes, said, events] = [0, 0, 0, 0]
  for (let at = seed; at < seed + runs; at += 1) {
    const run = await runAnnounced(at)
    crashes += run.crashes
    said += run.said
    events += run.events
    if (run.problems.length === 0) continue
    broken += 1
    print(`seed ${at}: ${run.problems.join('\n  ')}`)
  }
  print(
    `${runs} runs from seed ${seed}, ${broken} broken. events ${events}, crashes ${crashes}, announcements ${said}.`,
  )
  return { broken }
}

import { setTimeout as sleep } from 'node:timers/promises'

const checkEveryMs = 40

/** Checks until nothing is open. Returns what still is when the time is up. */
export async function until(ms: number, stillOpen: () => Promise<string | null>): Promise<readonly string[]> {
  const end = performance.now() + ms
  for (;;) {
    const what = await stillOpen()
    if (what === null) return []
    if (performance.now() > end) return [`it did not settle: ${what}`]
    await sleep(checkEveryMs)
  }
}

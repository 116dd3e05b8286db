import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createRests } from './rests.ts'

test('[BK75] a process beside the hub rests three times as long as it worked, even when the machine is busy, up to a quarter of a second', () => {
  let now = 100
  const rests = createRests(() => now)
  now += 0.5
  expect(rests.isDue()).toBe(false)
  now += 8.5
  expect([rests.isDue(), rests.length()]).toEqual([true, 27])
  now += 27
  rests.goOn()
  expect(rests.isDue()).toBe(false)
  now += 2_000
  expect([rests.isDue(), rests.length()]).toEqual([true, 250])
})

// Elsewhere a process has one priority for all of its threads.
if (process.platform === 'linux')
  test('[BK76] a process beside the hub gives way with all of its threads, including those that compress', () => {
    const module = new URL('./rests.ts', import.meta.url).href
    const program = `
      import { readdirSync } from 'node:fs'
      import { getPriority } from 'node:os'
      import { giveWay } from ${JSON.stringify(module)}
      const before = readdirSync('/proc/self/task')
      giveWay()
      console.log(JSON.stringify(before.map((thread) => getPriority(Number(thread)) >= 10)))`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const areNice: boolean[] = JSON.parse(said)
    expect(areNice.length).toBeGreaterThan(1)
    expect(areNice).not.toContain(false)
  })

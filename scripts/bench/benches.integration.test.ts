import { expect, test } from 'vitest'
import { benches } from './benches.ts'

/** Small: the test asserts that each bench runs to its end and yields figures, not what the figures are. */
const size = { viewers: 20, commands: 3, passes: 1, ticks: 90, loadMs: 1_000 }

test.each(Object.keys(benches).filter((name) => name !== 'map' && name !== 'positions'))(
  '[BS1] the bench %s runs to its end',
  async (name) => {
    const rows = await benches[name]?.(size)

    expect(rows?.length).toBeGreaterThan(0)
    expect(rows?.filter(({ ratio }) => !Number.isFinite(ratio))).toEqual([])
    // A bench that fails on the way prints what it has and sets the exit code.
    expect(process.exitCode ?? 0).toBe(0)
  },
)

import { expect, test } from 'vitest'
import { runCommand } from './runCommand.ts'

const bench = (...args: readonly string[]) =>
  runCommand(process.execPath, ['scripts/bench.ts', ...args], { output: 'kept' })

const { talk } = await bench('--list')
const names = talk.trim().split('\n')

test('[BS1] the list names the benches', () => {
  expect(names).toContain('journal')
})

/** Only a bench that hangs meets it, even where others keep every core busy. */
const limitMs = 1_200_000

test.concurrent.each(names)(
  '[BS2] the bench %s runs to its end and prints figures',
  { timeout: limitMs },
  async (name) => {
    const ended = await bench('--smallest', name)

    expect(ended.exitCode, ended.talk).toBe(0)
    expect(ended.talk).toMatch(/\| +\d+(\.\d\d?)? +\|/)
    expect(ended.talk).not.toContain('NaN')
  },
)

test('[BN1] a folder that is not a checkout is refused before anything is measured', async () => {
  const ended = await bench('--before', 'scripts', 'screens')

  expect(ended.exitCode).toBe(1)
  expect(ended.talk).toContain('--before is the folder of an older checkout of this project, not "scripts".')
  expect(ended.talk).not.toContain('measuring')
})

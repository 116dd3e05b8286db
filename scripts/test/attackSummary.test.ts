import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { attackStage, forgetAttacks } from './attackSummary.ts'

function reportsOf(...attacks: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'attacks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [at, attack] of attacks.entries()) writeFileSync(join(folder, `${at}.json`), JSON.stringify(attack))
  return folder
}

test('[XA51] the summary counts each attack, and says how much was tried and got through', async () => {
  const folder = reportsOf(
    { attack: 'texts', tried: 30, through: [] },
    { attack: 'floods', tried: 12, through: ['one'] },
  )
  expect(await attackStage(folder).run()).toEqual({
    passed: 1,
    failed: 1,
    remarks: [
      '    30 tried, 0 got through: texts',
      '    12 tried, 1 got through: floods',
      '    42 tried, 1 got through: all attacks',
    ],
  })
})

test('[XA52] a run without any attack has failed', async () => {
  const folder = reportsOf({ attack: 'texts', tried: 30, through: [] })
  forgetAttacks(folder)
  expect(await attackStage(folder).run()).toMatchObject({ passed: 0, failed: 1 })
})

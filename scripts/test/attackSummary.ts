import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AttackCounts, attackReports } from '../../server/security/attacks/testing/attackReport.ts'
import type { Counts } from './counts.ts'
import type { Stage } from './runStages.ts'

/** Prints what the attacks of this run tried, and how much of it got through. Comes after the stages in which they run. */
export const attackStage = (folder = attackReports): Stage => ({
  title: 'attacks',
  run: async () => countAttacks(folder),
})

/** Forgets the attacks of earlier runs, whose counts would hide that an attack did not run. */
export const forgetAttacks = (folder = attackReports) => rmSync(folder, { recursive: true, force: true })

/** One case for each attack, and one that there are any. */
function countAttacks(folder: string): Counts {
  const attacks = filesIn(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AttackCounts)
  if (attacks.length === 0) return { passed: 0, failed: 1, remarks: ['No attack was tried.'] }
  const tried = attacks.reduce((sum, attack) => sum + attack.tried, 0)
  const through = attacks.reduce((sum, attack) => sum + attack.through.length, 0)
  const lines = attacks.map(
    (one) => `${String(one.tried).padStart(6)} tried, ${one.through.length} got through: ${one.attack}`,
  )
  return {
    passed: attacks.filter((one) => one.through.length === 0).length,
    failed: attacks.filter((one) => one.through.length > 0).length,
    remarks: [...lines, `${String(tried).padStart(6)} tried, ${through} got through: all attacks`],
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

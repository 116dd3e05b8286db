import { rmSync } from 'node:fs'
import type { HubAnswers } from './deliverHub.ts'
import { openStaff, type Staff } from './deliverStaff.ts'
import type { CrowdAnswers } from './deliverViewers.ts'
import { startChild } from './fanOutChild.ts'
import { createTimeLimit, type TimeLimit } from './timeLimit.ts'

export const staffCount = 10
const closeWithinMinutes = 0.5

/** The hub with its simulator in one process, the crowd in another, and the staff in this one. */
export async function openHouse(limit: TimeLimit) {
  const hub = startChild<HubAnswers>(new URL('./deliverHub.ts', import.meta.url))
  const crowd = startChild<CrowdAnswers>(new URL('./deliverViewers.ts', import.meta.url))
  const staff: Staff[] = []
  const opened = await limit
    .step('the hub opens', () => hub.ask('open'))
    .catch((error: unknown) => {
      for (const child of [hub, crowd]) child.end()
      throw error
    })
  const close = async () => {
    for (const { leave } of staff) leave()
    crowd.end()
    try {
      await createTimeLimit(closeWithinMinutes).step('the hub closes', () => hub.ask('close'))
    } finally {
      hub.end()
      rmSync(opened.folder, { recursive: true, force: true })
    }
  }
  return {
    ...{ hub, crowd, staff, limit, close, folder: opened.folder, address: opened.address, game: opened.game },
    /** Each with an account and a socket of their own: what one may order at once is limited for each. */
    admitStaff: () =>
      limit.step(`${staffCount} staff come`, async () => {
        for (let number = 1; number <= staffCount; number += 1) {
          const account = `staff-${number}`
          staff.push(await openStaff(opened.address, account, await hub.ask('admit', account, 'admin')))
        }
      }),
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>

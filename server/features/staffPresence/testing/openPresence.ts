import { documentId } from '../../../../shared/engine/document.ts'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { staffPresence, staffSelection } from '../../../../shared/features/staffPresence/staffPresence.ts'
import { createHub } from '../../../engine/createHub.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { person } from '../../../testing/principals.ts'
import { staffPresenceFeature } from '../feature.ts'
import { createStaffPresence } from '../presence.ts'

export const rex = '76561198000000001'
export const tia = '76561198000000002'
export const ada = person('ada', 'admin')
export const bea = person('bea', 'moderator')

/** A hub with staff presence only, whose pages the test selects players on. */
export async function openPresence() {
  const memory = createMemoryStorage()
  const clock = createTestClock()
  const faults: unknown[] = []
  const onFault = (_: string, error: unknown) => void faults.push(error)
  const hub = await createHub({ storage: memory.storage, features: [staffPresenceFeature], clock, onFault })
  const presence = createStaffPresence({ hub, clock, onFault })
  const select = (principal = ada, player = rex) =>
    presence.watched({ id: documentId(staffSelection, player), principal, began: true })
  const deselect = (principal = ada, player = rex) =>
    presence.watched({ id: documentId(staffSelection, player), principal, began: false })
  /** The staff who are listed as having the player selected. */
  const selectedBy = async (player = rex) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    return hub.read(staffPresence, mainServer).players[player] ?? {}
  }
  return { hub, memory, clock, faults, select, deselect, selectedBy }
}

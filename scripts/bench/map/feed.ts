import { connect } from '../../../client/connection/connect.ts'
import { createFakeWire } from '../../../client/connection/testing/openConnection.ts'
import { documentId } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { positionsStream, Roster, roster } from '../../../shared/features/roster/roster.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { createWalk } from './walk.ts'

const pollMs = 2_000

/** The client's own connection, with a hub at its other end that sends a roster once, and a frame for every tick. */
export function createFeed() {
  const { walkers, places } = createWalk(1)
  const hub = createFakeWire()
  const connection = connect({ wire: hub.wire })
  const encoder = createPositionsEncoder()
  const ready: Uint8Array[] = []
  let ticks = 0
  let given = 0

  const nextFrame = () => {
    for (const [slot, { x, y }] of places(ticks).entries()) encoder.set(slot, x, y)
    ticks += 1
    return encoder.delta(ticks * pollMs)
  }
  const send = (frame: Uint8Array) => hub.frame(positionsStream(mainServer), ...frame)

  return {
    connection,
    /** To be called when the page watches: it is greeted and told who is there, and where. */
    open() {
      hub.hello({ may: ['look', 'viewAllPositions'] })
      const players = walkers.map(({ id, name, species, growth }, slot) => {
        const vitals = { health: 100, stamina: 100, hunger: 50, thirst: 50 }
        return [id, { id, name, animal: { species, gender: null, growth, ...vitals, dead: false, slot, region: null } }]
      })
      const value = Roster.parse({ players: Object.fromEntries(players), everyMs: pollMs })
      hub.down({ type: 'snapshot', id: documentId(roster, mainServer), epoch: 1, version: 1, value })
      nextFrame()
      send(encoder.key(ticks * pollMs))
    },
    prepare(wanted: number) {
      while (ready.length < wanted) ready.push(nextFrame())
    },
    tick() {
      const frame = ready.shift()
      if (!frame) throw new Error('More ticks were given than had been prepared.')
      given += 1
      send(frame)
    },
    /** Where everybody should be, by slot. */
    places: () => places(given),
  }
}

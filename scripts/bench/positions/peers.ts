import { Encoder, schema, t } from '@colyseus/schema'
import { enablePatches, produceWithPatches } from 'immer'
import { headingOf } from '../../../shared/protocol/positions/codeFields.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'

/** An encoding of positions, measured in bytes. */
export interface Peer {
  set(animal: number, x: number, y: number): void
  /** Bytes of a tick. */
  tick(at: number): number
  /** Bytes of the full state, for a new viewer. */
  join(at: number): number
}

export function ours(): Peer {
  const encoder = createPositionsEncoder()
  return {
    set: encoder.set,
    tick: (at) => encoder.delta(at).length,
    join: (at) => encoder.key(at).length,
  }
}

const Player = schema({ x: t.uint16(), y: t.uint16() }, 'Player')
const Room = schema({ players: t.map(Player) }, 'Room')

/** Like a Colyseus room: fields are set, each patch is encoded once for all, then the changes are discarded. */
export function colyseus(animals: number): Peer {
  const room = new Room()
  const players = Array.from({ length: animals }, () => new Player())
  for (const [animal, player] of players.entries()) room.players.set(String(animal), player)
  const encoder = new Encoder(room)
  return {
    set: (animal, x, y) => {
      const player = players[animal]
      if (player === undefined) return
      player.x = x
      player.y = y
    },
    tick: () => {
      const bytes = encoder.encode().length
      encoder.discardChanges()
      return bytes
    },
    join: () => encoder.encodeAll().length,
  }
}

const SPECIES = ['Tyrannosaurus', 'Triceratops', 'Carnotaurus', 'Stegosaurus', 'Omniraptor', 'Maiasaura']

/** What public live maps send every time: the full list as JSON. */
export function jsonList(animals: number): Peer {
  const list = Array.from({ length: animals }, (_, animal) => ({
    id: String(76_561_198_000_000_000n + BigInt(animal) * 7919n),
    name: `Wanderer ${animal}`,
    species: SPECIES[animal % SPECIES.length],
    x: 0,
    y: 0,
    heading: (animal * 37) % 360,
  }))
  const everybody = () => JSON.stringify(list).length
  return {
    set: (animal, x, y) => {
      const entry = list[animal]
      if (entry !== undefined) Object.assign(entry, { x, y })
    },
    tick: everybody,
    join: everybody,
  }
}

/**
 * Positions as an ordinary document: draft, patches, frozen copy. The heading is computed from the step, as in our codec.
 * `written`: patches are serialized to JSON.
 */
export function immer(animals: number, written: boolean): Pick<Peer, 'set' | 'tick'> {
  enablePatches()
  const positions = Array.from({ length: animals }, (_, animal) => [String(animal), { x: 0, y: 0, heading: 0 }])
  let state: Record<string, { x: number; y: number; heading: number }> = Object.fromEntries(positions)
  const wanted = Array.from({ length: animals }, () => ({ x: 0, y: 0 }))
  return {
    set: (animal, x, y) => {
      const position = wanted[animal]
      if (position === undefined) return
      position.x = x
      position.y = y
    },
    tick: () => {
      const [next, patches] = produceWithPatches(state, (draft) => {
        for (const [animal, { x, y }] of wanted.entries()) {
          const position = draft[animal]
          if (position === undefined) continue
          if (x !== position.x || y !== position.y)
            position.heading = headingOf({ aimX: x - position.x, aimY: y - position.y, heading: 0 })
          position.x = x
          position.y = y
        }
      })
      state = next
      return written ? JSON.stringify(patches).length : patches.length
    },
  }
}

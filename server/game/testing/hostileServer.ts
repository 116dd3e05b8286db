// A game server that goes wrong: `node server/game/testing/hostileServer.ts --port 16017 --password x --mode garbage`.
// Without --mode it lists the modes. For trying the hub by hand; the contract of the link runs against each mode.
import { parseArgs } from 'node:util'
import { systemClock } from '../../engine/clock.ts'
import { wholeNumber } from '../commandLine.ts'
import { createWorld } from '../simulator/createWorld.ts'
import type { Game } from '../simulator/game.ts'
import { listenOn } from '../simulator/listener.ts'
import { type ModeName, modeNames, modes, serveHostile } from './hostileGame.ts'

/** A game with players on flat land, whose replies the modes spoil. */
export const createHostileGame = (players: number): Game => ({
  world: createWorld({
    seed: 1,
    players,
    terrain: { elevation: () => 10, depth: () => 0, nearestWater: (x, y) => ({ x, y }) },
  }),
  format: '2026',
  toGame: ({ x, y }) => ({ x: x * 100, y: y * 100 }),
  tellsMore: true,
})

/** Listens on a real port. The mode may change at any time. */
export async function startHostileServer(options: { port: number; password: string; mode: ModeName; host?: string }) {
  const { port, password, host = '127.0.0.1' } = options
  const [game, crowd] = [createHostileGame(20), createHostileGame(1_500)]
  let mode = options.mode
  let opened = 0
  const listener = await listenOn(host, port, (socket) => {
    opened++
    const wire = {
      send: (bytes: Buffer) => void (socket.writable && socket.write(bytes)),
      close: () => void socket.end(),
    }
    const take = serveHostile({ game, crowd, password, clock: systemClock, mode: () => mode }, wire)
    socket.on('error', () => socket.destroy())
    socket.on('data', take)
  })
  return {
    port: listener.port,
    game,
    /** How many connections were opened so far. */
    opened: () => opened,
    become(next: ModeName) {
      mode = next
    },
    close: listener.cut,
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '16017' },
      password: { type: 'string' },
      mode: { type: 'string' },
    },
  })
  const mode = modeNames.find((name) => name === values.mode)
  if (!mode || !values.password) {
    console.log('node server/game/testing/hostileServer.ts --password WORD --mode MODE [--port 16017]\n')
    for (const name of modeNames) console.log(`${name.padEnd(16)}${modes[name].about}`)
    return
  }
  const port = wholeNumber('port', values.port, 0, 65_535)
  const server = await startHostileServer({ port, password: values.password, mode })
  console.log(`Hostile game server on port ${server.port}: ${modes[mode].about}. Ctrl+C ends it.`)
}

if (import.meta.main)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })

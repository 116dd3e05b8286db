import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createLane } from './lane.ts'
import { calm, type Direction, type Weather } from './weather.ts'

type Skies = Record<Direction, Weather>

/** Somebody who has come, and the connection that is made for them behind. */
function createPassage(near: Socket, port: () => number, skies: Skies, onEnd: () => void) {
  let far: Socket | null = null
  let isEnded = false
  const up = createLane(
    near,
    () => far,
    () => skies.up,
  )
  let down: ReturnType<typeof createLane> | null = null
  const areHeld = () => skies.up.passage !== 'open' || skies.down.passage !== 'open'

  const end = () => {
    if (isEnded) return
    isEnded = true
    for (const lane of [up, down]) lane?.stop()
    for (const socket of [near, far]) socket?.resetAndDestroy()
    onEnd()
  }
  /** While nothing comes through nobody hears that the other side is gone. */
  const endIfHeard = () => {
    if (!areHeld()) end()
  }
  const reach = () => {
    if (far || skies.up.passage !== 'open') return
    far = connect({ port: port(), host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    far.on('error', endIfHeard).on('close', endIfHeard).on('connect', up.pump)
    down = createLane(
      far,
      () => near,
      () => skies.down,
    )
  }
  near.setNoDelay(true).on('error', endIfHeard).on('close', endIfHeard)
  reach()
  return {
    end,
    /** The weather has changed. */
    look() {
      const isGone = near.destroyed || far?.destroyed
      if (!areHeld() && (isGone || up.isBroken() || down?.isBroken())) return end()
      reach()
      up.pump()
      down?.pump()
    },
  }
}

const listening = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The port of a proxy has no number.')
  return address.port
}

/** Stands between two processes, and lets through what it wants to. @param port of the one behind it, asked for at each connection */
export async function openFaultProxy(port: () => number) {
  const skies: Skies = { up: calm, down: calm }
  const passages = new Set<ReturnType<typeof createPassage>>()
  let refuses = false

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (refuses) return void near.resetAndDestroy()
    const passage = createPassage(near, port, skies, () => passages.delete(passage))
    passages.add(passage)
  })
  const own = await listening(server)
  const set = (weather: Partial<Skies>) => {
    Object.assign(skies, weather)
    for (const passage of [...passages]) passage.look()
  }
  const reset = () => {
    for (const passage of [...passages]) passage.end()
  }
  return {
    port: own,
    set,
    /** Everyone who is here is thrown out, and may come again. */
    reset,
    /** Nobody is let in, nor stays. */
    refuse() {
      refuses = true
      reset()
    },
    calm() {
      refuses = false
      set({ up: calm, down: calm })
    },
    connections: () => passages.size,
    async close() {
      refuses = true
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}
export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createPipe, type Direction, type LinkConditions, normalConditions } from './pipe.ts'

type Conditions = Record<Direction, LinkConditions>

/** One client connection and its connection to the target. */
function createConnection(client: Socket, port: () => number, conditions: Conditions, onEnd: () => void) {
  let target: Socket | null = null
  let isEnded = false
  const up = createPipe(
    client,
    () => target,
    () => conditions.up,
  )
  let down: ReturnType<typeof createPipe> | null = null
  const isInterrupted = () => conditions.up.flow !== 'open' || conditions.down.flow !== 'open'

  const end = () => {
    if (isEnded) return
    isEnded = true
    for (const pipe of [up, down]) pipe?.stop()
    for (const socket of [client, target]) socket?.resetAndDestroy()
    onEnd()
  }
  /** While bytes are held or lost, the end of the other side is not noticed either. */
  const endUnlessInterrupted = () => {
    if (!isInterrupted()) end()
  }
  const connectTarget = () => {
    if (target || conditions.up.flow !== 'open') return
    target = connect({ port: port(), host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    target.on('error', endUnlessInterrupted).on('close', endUnlessInterrupted).on('connect', up.pump)
    down = createPipe(
      target,
      () => client,
      () => conditions.down,
    )
  }
  client.setNoDelay(true).on('error', endUnlessInterrupted).on('close', endUnlessInterrupted)
  connectTarget()
  return {
    end,
    /** Call after the conditions have changed. */
    update() {
      const isGone = client.destroyed || target?.destroyed
      if (!isInterrupted() && (isGone || up.isBroken() || down?.isBroken())) return end()
      connectTarget()
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

/** A TCP proxy that can delay, hold, lose, reset and refuse. @param port of the target, read for each connection */
export async function openFaultProxy(port: () => number) {
  const conditions: Conditions = { up: normalConditions, down: normalConditions }
  const connections = new Set<ReturnType<typeof createConnection>>()
  let refuses = false

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (refuses) return void client.resetAndDestroy()
    const connection = createConnection(client, port, conditions, () => connections.delete(connection))
    connections.add(connection)
  })
  const ownPort = await listening(server)
  const set = (changes: Partial<Conditions>) => {
    Object.assign(conditions, changes)
    for (const connection of [...connections]) connection.update()
  }
  const reset = () => {
    for (const connection of [...connections]) connection.end()
  }
  return {
    port: ownPort,
    set,
    /** Resets all connections; clients may connect again. */
    reset,
    /** Resets all connections and refuses new ones. */
    refuse() {
      refuses = true
      reset()
    },
    restore() {
      refuses = false
      set({ up: normalConditions, down: normalConditions })
    },
    connections: () => connections.size,
    async close() {
      refuses = true
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}
export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

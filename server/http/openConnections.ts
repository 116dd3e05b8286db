import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback, networkOf } from '../engine/network.ts'

export interface ConnectionLimits {
  /** Open TCP connections of one network; 0 for no limit. */
  readonly perNetwork: number
  /** Of all networks together; null for no limit. */
  readonly total: number | null
}

/** Files that the journal, the replay, the game and a reload of the pages need beside the connections. */
const filesBesides = 100

/**
 * The limits of a hub. A browser opens up to six connections for a page, beside its socket, and an idle one stays open for a minute.
 * @param socketsPerAddress 0 for no limit @param files how many files the process may have open; null if that is not known
 */
export function connectionLimitsOf(socketsPerAddress: number, files: number | null): ConnectionLimits {
  const total = files === null ? null : Math.max(files - filesBesides, Math.floor(files / 2))
  const most = socketsPerAddress * 10
  return { perNetwork: total === null ? most : Math.min(most, Math.floor(total / 2)), total }
}

/**
 * Closes connections above the limits as soon as they open. One that says nothing costs its client nothing and the hub a file: a hub
 * without files left can neither write nor admit anyone.
 * @param isProxy whether all users may come from the peer of a connection, which is then not limited by itself
 */
export function limitConnections(
  server: Server,
  { perNetwork, total }: ConnectionLimits,
  isProxy: (peer: Socket) => boolean,
) {
  const open = new Map<string, number>()
  if (total !== null) server.maxConnections = total
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (perNetwork === 0 || isLoopback(remoteAddress) || isProxy(socket)) return
    const network = networkOf(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= perNetwork) return socket.destroy()
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

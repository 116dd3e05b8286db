import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectionLimitsOf, limitConnections } from './openConnections.ts'

const serverWith = (limits: Parameters<typeof limitConnections>[1], isProxy = (_peer: Socket) => false) => {
  const server = new EventEmitter() as EventEmitter & Partial<Server>
  limitConnections(server as Server, limits, isProxy)
  return {
    server,
    /** Opens a connection; `destroyed` says whether the hub has closed it. */
    connect(remoteAddress: string) {
      const peer = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => {} })
      peer.destroy = () => {
        peer.destroyed = true
      }
      server.emit('connection', peer)
      return peer
    },
  }
}

test('[MF5] one network has so many connections open and no more, whatever it sends; one that closes makes room', () => {
  const { connect } = serverWith({ perNetwork: 2, total: null })
  const [first] = [connect('2001:db8::1'), connect('2001:db8::2')]
  expect(connect('2001:db8::3').destroyed).toBe(true)
  expect(connect('2001:db8:0:1::1').destroyed).toBe(false)
  first?.emit('close')
  expect(connect('2001:db8::3').destroyed).toBe(false)
  expect(connect('2001:db8::4').destroyed).toBe(true)
})

test('[MF6] a trusted proxy and this machine carry many users, and are not limited by themselves', () => {
  const { connect } = serverWith({ perNetwork: 1, total: null }, ({ remoteAddress }) => remoteAddress === '10.0.0.1')
  const peers = ['10.0.0.1', '10.0.0.1', '127.0.0.1', '127.0.0.1', '::1', '::1', '::ffff:127.0.0.1'].map(connect)
  expect(peers.filter(({ destroyed }) => destroyed)).toEqual([])
  expect(serverWith({ perNetwork: 0, total: 7 }).server.maxConnections).toBe(7)
})

test('[MF7] files are left for what the hub itself does, and one network never takes all connections', () => {
  expect(connectionLimitsOf(200, 1_048_576)).toEqual({ perNetwork: 2_000, total: 1_048_476 })
  expect(connectionLimitsOf(200, 1_024)).toEqual({ perNetwork: 462, total: 924 })
  expect(connectionLimitsOf(200, 150)).toEqual({ perNetwork: 37, total: 75 })
  expect(connectionLimitsOf(200, null)).toEqual({ perNetwork: 2_000, total: null })
  expect(connectionLimitsOf(0, 1_024)).toEqual({ perNetwork: 0, total: 924 })
})

import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openClubhouse, word } from '../engine/testing/clubhouse.ts'
import { freshId } from '../testing/principals.ts'
import { createAddressOf } from './clientAddress.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'

const behindOne = createAddressOf({ isSecure: true, trustedProxies: null })

let open: OpenGateway
afterEach(() => open.close())
const start = async (given: Parameters<typeof openGateway>[0]) => {
  open = await openGateway({ testHub: await openClubhouse(), ...given })
  return open
}
const guess = async (client: RawClient, said: string) => {
  const order = { id: freshId(open.clock.now()), name: 'clubhouse.knock', input: { word: said } }
  const answer = await client.command(order)
  return answer.ok ? 'ok' : answer.code
}
const from = async (forwardedFor: string, cookie: string) => {
  const client = open.join({ forwardedFor, cookie })
  await client.ready()
  return client
}

test('[AD4] guesses are counted by the last address in the header, which the reverse proxy wrote', async () => {
  const { clock } = await start({ addressOf: behindOne })
  for (let at = 0; at < 5; at += 1)
    expect(await guess(await from(`203.0.113.${at}, 192.0.2.7`, `p${at}`), 'x')).toBe('wrong')
  const same = await from('192.0.2.7', 'ann')
  expect(await guess(same, word)).toBe('tooManyGuesses')
  expect(await guess(await from('192.0.2.7, 192.0.2.8', 'bob'), word)).toBe('ok')
  clock.pass(60_000)
  expect(await guess(same, word)).toBe('ok')
})

test('[AD5] without a reverse proxy, an invented forwarded address does not allow more guesses', async () => {
  await start({})
  for (let at = 0; at < 5; at += 1) expect(await guess(await from(`192.0.2.${at}`, `p${at}`), 'x')).toBe('wrong')
  expect(await guess(await from('192.0.2.99', 'ann'), word)).toBe('tooManyGuesses')
})

/** The raw HTTP answer to a handshake. */
const handshake = (forwardedFor: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(open.port, '127.0.0.1')
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: hub\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: ${forwardedFor}\r\n\r\n`,
    )
  })

test('[AD6] the handshake of an address with too many connections is refused with a reason, until one of them has closed', async () => {
  const { gateway } = await start({ addressOf: behindOne, limits: { socketsPerAddress: 2 } })
  const first = await from('2001:db8::1', 'ann')
  await from('2001:db8::2', 'bob')
  expect(await handshake('2001:db8::3')).toMatch(/^HTTP\/1\.1 429 .*Too many connections from this address/s)
  await from('2001:db8:0:1::1', 'cyd')
  expect(gateway.sockets()).toBe(3)
  first.close()
  await first.closed
  while (gateway.sockets() > 2) await new Promise(setImmediate)
  await from('2001:db8::3', 'dee')
})

test('[AD7] connections from loopback are not limited', async () => {
  await start({ limits: { socketsPerAddress: 2 } })
  for (const name of ['ann', 'bob', 'cyd', 'dee']) await open.enter(name)
})

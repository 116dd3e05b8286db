import { afterEach, expect, test } from 'vitest'
import type { Principal } from '../engine/principal.ts'
import { person } from '../testing/principals.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())

async function start(given: Parameters<typeof openGateway>[0] = {}) {
  const mayWatch = ({ can }: Principal) => can('viewAllPositions')
  open = await openGateway({
    streams: [{ id: 'positions/main', mayWatch, key: () => Uint8Array.of(1) }],
    ...given,
  })
  const received: string[] = []
  open.gateway.onWatchers('positions', ({ id, principal, began }) =>
    received.push(`${principal.id} ${principal.role} ${began ? 'begins' : 'ceases'} ${id}`),
  )
  const until = async (count: number) => {
    while (received.length < count) await new Promise(setImmediate)
  }
  return { ...open, received, until }
}

test('[WR1] a listener is notified for each socket that begins and ceases to watch: by unwatch, disconnect or lost permission', async () => {
  const { enter, principal, gateway, received, until } = await start()
  for (const name of ['ann', 'bob', 'cyd']) principal(name, 'admin')
  const clients = [await enter('ann'), await enter('bob'), await enter('cyd'), await enter('dee')]
  for (const client of clients) await client.watch('positions/main')
  expect(gateway.watchedIds('positions')).toEqual(['positions/main'])
  clients[0]?.emit('unwatch', { documents: ['positions/main'] })
  await until(4)
  clients[1]?.close()
  await until(5)
  principal('cyd', 'player')
  gateway.reauthorize()
  await clients[2]?.untilCount('down', 1)
  expect(received).toEqual([
    'ann admin begins positions/main',
    'bob admin begins positions/main',
    'cyd admin begins positions/main',
    'ann admin ceases positions/main',
    'bob admin ceases positions/main',
    'cyd admin ceases positions/main',
  ])
  expect(gateway.watchedIds('positions')).toEqual([])
})

test('[WR2] when a connection gets another account, the old account ceases to watch', async () => {
  let now = person('ann', 'admin')
  const { enter, gateway, received } = await start({ principalOf: () => now })
  const client = await enter('x')
  await client.watch('positions/main')
  now = person('bob', 'owner')
  gateway.reauthorize()
  now = person('cyd')
  gateway.reauthorize()
  await client.untilCount('down', 1)
  expect(received).toEqual([
    'ann admin begins positions/main',
    'ann admin ceases positions/main',
    'bob owner begins positions/main',
    'bob owner ceases positions/main',
  ])
})

test('[WR3] closing the gateway ends all subscriptions', async () => {
  const { enter, principal, gateway, received } = await start()
  principal('ann', 'admin')
  const clients = [await enter('ann'), await enter('ann')]
  for (const client of clients) await client.watch('positions/main')
  await gateway.close()
  expect(received.slice(2)).toEqual(['ann admin ceases positions/main', 'ann admin ceases positions/main'])
})

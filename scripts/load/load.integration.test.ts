import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../server/testing/freePort.ts'
import { openWorld, type World } from '../../server/testing/world.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { setRole } from '../../shared/features/roles/commands.ts'
import type { LoadWish } from './loadWish.ts'
import { reportText } from './reportText.ts'
import { type Load, type Moment, runLoad } from './runLoad.ts'
import { overTime } from './told.ts'

const ownersSteamId = '76561198000000777'
let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const wishFor = (url: string, more: Partial<LoadWish> = {}): LoadWish => ({
  ...{ url, token: null, viewers: 20, players: 4, seconds: 3, rampPerSecond: 100 },
  ...{ commandEverySeconds: 1, playersSee: 'map', ...more },
})
const never = new AbortController().signal
const load = (wish: LoadWish) => runLoad(wish, { stop: never })
const all = ({ moments }: Load) => overTime(moments.map(({ told }) => told))
/** Sees what it waits for, then ends the load. */
function until(holds: (moments: readonly Moment[]) => boolean) {
  const enough = new AbortController()
  const moments: Moment[] = []
  const onMoment = (moment: Moment) => {
    moments.push(moment)
    if (holds(moments)) enough.abort()
  }
  return { stop: enough.signal, onMoment }
}

async function tokenOf(account: string, permissions: readonly Permission[], steamId: string | null = null) {
  const visitor = await (world as World).visitAs({ account, role: 'admin', steamId })
  const { body } = await visitor.post('/auth/tokens', { label: 'Load', permissions, endsAt: Date.now() + 3_600_000 })
  return String(body.token)
}

test('[LD10] of a demo hub it tells how long everything took, and leaves the account as it was', async () => {
  world = await openWorld()
  const admin = await world.visit('admin')
  await admin.command('mapSettings.change', { zoomLevel: 2.5 })
  const ended = await runLoad(
    wishFor(world.address(), { seconds: 60 }),
    until((moments) => {
      const { spans, counts } = overTime(moments.map(({ told }) => told))
      return counts.frames > 20 && counts.commands > 4 && Object.keys(spans.status).length > 0
    }),
  )
  const told = all(ended)
  expect(told).toMatchObject({ viewers: 20, players: 4, troubles: {} })
  expect(told.counts).toMatchObject({ opened: 24, lost: 0, missedFrames: 0 })
  for (const [name, spread] of Object.entries(told.spans)) expect(Object.keys(spread), name).not.toEqual([])
  const text = reportText(wishFor(world.address()), ended)
  expect(text).toContain('20 viewers and 4 players were there at once; 24 connections were opened and 0 lost.')
  expect(text).toContain('No limit and no fault was met.')
  await admin.watch('mapSettings/demo-admin')
  await admin.until(() => admin.copies.has('mapSettings/demo-admin'))
  expect(admin.copies.get('mapSettings/demo-admin')).toMatchObject({ zoomLevel: 2.5 })
})

test('[LD11] a hub that is no demo is left alone by whoever has no token of its owner or of an admin', async () => {
  world = await openWorld({ demo: false, ownerSteamIds: [ownersSteamId] })
  const url = world.address()
  await expect(load(wishFor(url))).rejects.toThrow(`${url} is no demo.`)
  await expect(load(wishFor(url, { token: 'wht_guessed' }))).rejects.toThrow('does not know this token')
  const players = await tokenOf('ann', ['play'])
  await expect(load(wishFor(url, { token: players }))).rejects.toThrow('The token is of a player.')
  expect([...(world.hub().gateway.principals() ?? [])].filter(({ principal }) => principal.id === null)).toEqual([])
})

test('[LD11] with a token of the owner or of an admin it runs there, and says what the token lacks', async () => {
  world = await openWorld({ demo: false, ownerSteamIds: [ownersSteamId] })
  const url = world.address()
  const owners = await tokenOf('boss', ['play', 'viewAllPositions'], ownersSteamId)
  const boss = await world.visitAs({ account: 'boss', steamId: ownersSteamId })
  await world.visitAs({ account: 'ann' })
  expect(await boss.command(setRole.name, { account: 'ann', role: 'admin' })).toMatchObject({ ok: true })
  const weak = await tokenOf('ann', ['play'])
  await expect(load(wishFor(url, { token: weak }))).rejects.toThrow('The token lacks viewAllPositions')
  const ended = await runLoad(
    wishFor(url, { token: owners, seconds: 60 }),
    until((moments) => overTime(moments.map(({ told }) => told)).counts.frames > 8),
  )
  expect(all(ended)).toMatchObject({ viewers: 20, players: 4, troubles: {} })
  // Guests alone need no more than that somebody may ask for them.
  expect(all(await load(wishFor(url, { token: weak, players: 0, seconds: 1 })))).toMatchObject({ viewers: 20 })
})

test('[LD12] connections that the hub ends are told as lost, and come again', async () => {
  world = await openWorld({ port: await freePort() })
  const { gateway } = world.hub()
  let isCut = false
  const ended = await runLoad(wishFor(world.address(), { seconds: 60 }), {
    ...until((moments) => {
      const { counts } = overTime(moments.map(({ told }) => told))
      if (!isCut && moments.at(-1)?.told.viewers === 20) {
        isCut = true
        void world?.restart()
      }
      return counts.lost > 0 && counts.opened >= 48 && moments.at(-1)?.told.viewers === 20
    }),
  })
  expect(all(ended).counts.lost).toBe(24)
  expect(reportText(wishFor(world.address()), ended)).toContain('notice closing: The hub has closed connections')
  expect(gateway.sockets()).toBe(0)
})

/** In front of the hub, as a web server is: so many are let through, all others are answered as the hub answers a crowd. */
async function openNarrowDoor(hub: URL, most: number) {
  const body = JSON.stringify({ code: 4, message: 'Too many connections from this address: close some of them.' })
  let came = 0
  const door = createServer()
  door.on('upgrade', ({ url, headers }, socket, head) => {
    came += 1
    if (came > most)
      return socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const way = connect(Number(hub.port), hub.hostname)
    way.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    way.write(head)
    way.pipe(socket).pipe(way)
    for (const [one, other] of [[way, socket] as const, [socket, way] as const]) one.on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, close: () => door.close() }
}

test('[LD13] whom a hub turns away for the number of connections is told which setting that was', async () => {
  world = await openWorld()
  // The first is the one who asks for leave.
  const door = await openNarrowDoor(new URL(world.address()), 6)
  const ended = await load(wishFor(door.address, { players: 0, seconds: 1 }))
  door.close()
  const told = all(ended)
  expect(told.viewers).toBe(5)
  expect(told.troubles.crowded).toBeGreaterThan(0)
  expect(reportText(wishFor(door.address), ended)).toContain('SOCKETS_PER_ADDRESS: the hub takes no more connections')
})

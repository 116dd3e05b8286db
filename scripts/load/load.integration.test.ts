import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../server/testing/freePort.ts'
import { openTestApp, type TestApp } from '../../server/testing/testApp.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { setRole } from '../../shared/features/roles/commands.ts'
import { overTime } from './measurements.ts'
import type { LoadSettings } from './options.ts'
import { reportText } from './reportText.ts'
import { type Load, type Moment, runLoad } from './runLoad.ts'

const ownersSteamId = '76561198000000777'
let world: TestApp | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const settingsFor = (url: string, more: Partial<LoadSettings> = {}): LoadSettings => ({
  url,
  token: null,
  viewers: 20,
  players: 4,
  seconds: 3,
  rampPerSecond: 100,
  commandEverySeconds: 1,
  playersSee: 'map',
  ...more,
})
const never = new AbortController().signal
const load = (settings: LoadSettings) => runLoad(settings, { stop: never })
const all = ({ moments }: Load) => overTime(moments.map(({ measurements }) => measurements))
/** Ends the load when the condition holds. */
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
  const visitor = await (world as TestApp).visitAs({ account, role: 'admin', steamId })
  const { body } = await visitor.post('/auth/tokens', { label: 'Load', permissions, endsAt: Date.now() + 3_600_000 })
  return String(body.token)
}

test('[LD10] the load of a demo hub is measured, and the account is restored', async () => {
  world = await openTestApp()
  const admin = await world.visit('admin')
  await admin.command('mapSettings.change', { zoomLevel: 2.5 })
  const ended = await runLoad(
    settingsFor(world.address(), { seconds: 60 }),
    until((moments) => {
      const { timings: spans, counts } = overTime(moments.map(({ measurements }) => measurements))
      return counts.frames > 20 && counts.commands > 4 && Object.keys(spans.status).length > 0
    }),
  )
  const measurements = all(ended)
  expect(measurements).toMatchObject({ viewers: 20, players: 4, faults: {} })
  expect(measurements.counts).toMatchObject({ opened: 24, lost: 0, missedFrames: 0 })
  for (const [name, spread] of Object.entries(measurements.timings)) expect(Object.keys(spread), name).not.toEqual([])
  const text = reportText(settingsFor(world.address()), ended)
  expect(text).toContain('20 viewers and 4 players were there at once; 24 connections were opened and 0 lost.')
  expect(text).toContain('No limits or faults.')
  await admin.watch('mapSettings/demo-admin')
  await admin.until(() => admin.copies.has('mapSettings/demo-admin'))
  expect(admin.copies.get('mapSettings/demo-admin')).toMatchObject({ zoomLevel: 2.5 })
})

test('[LD11] without a token of its owner or an admin, a real hub is not loaded', async () => {
  world = await openTestApp({ demo: false, ownerSteamIds: [ownersSteamId] })
  const url = world.address()
  await expect(load(settingsFor(url))).rejects.toThrow(`${url} is not a demo.`)
  await expect(load(settingsFor(url, { token: 'wht_guessed' }))).rejects.toThrow('does not know this token')
  const players = await tokenOf('ann', ['play'])
  await expect(load(settingsFor(url, { token: players }))).rejects.toThrow('The token belongs to a player.')
  expect([...(world.hub().gateway.connections() ?? [])].filter(({ principal }) => principal.id === null)).toEqual([])
})

test('[LD14] with a token of the owner or an admin a real hub is loaded, and missing permissions are named', async () => {
  world = await openTestApp({ demo: false, ownerSteamIds: [ownersSteamId] })
  const url = world.address()
  const owners = await tokenOf('boss', ['play', 'viewAllPositions'], ownersSteamId)
  const boss = await world.visitAs({ account: 'boss', steamId: ownersSteamId })
  await world.visitAs({ account: 'ann' })
  expect(await boss.command(setRole.name, { account: 'ann', role: 'admin' })).toMatchObject({ ok: true })
  const weak = await tokenOf('ann', ['play'])
  await expect(load(settingsFor(url, { token: weak }))).rejects.toThrow('The token lacks viewAllPositions')
  const ended = await runLoad(
    settingsFor(url, { token: owners, seconds: 60 }),
    until((moments) => overTime(moments.map(({ measurements }) => measurements)).counts.frames > 8),
  )
  expect(all(ended)).toMatchObject({ viewers: 20, players: 4, faults: {} })
  // Guests need no permissions of the token.
  expect(all(await load(settingsFor(url, { token: weak, players: 0, seconds: 1 })))).toMatchObject({ viewers: 20 })
})

test('[LD12] connections that the hub ends are counted as lost and reconnect', async () => {
  world = await openTestApp({ port: await freePort() })
  const { gateway } = world.hub()
  let isCut = false
  const ended = await runLoad(settingsFor(world.address(), { seconds: 60 }), {
    ...until((moments) => {
      const { counts } = overTime(moments.map(({ measurements }) => measurements))
      const { viewers, players } = moments.at(-1)?.measurements ?? {}
      const areAllThere = viewers === 20 && players === 4
      if (!isCut && areAllThere) {
        isCut = true
        void world?.restart()
      }
      return counts.lost > 0 && counts.opened >= 48 && areAllThere
    }),
  })
  expect(all(ended).counts.lost).toBe(24)
  expect(reportText(settingsFor(world.address()), ended)).toContain('notice closing: The hub has closed connections')
  expect(gateway.sockets()).toBe(0)
})

/** A reverse proxy that forwards `most` connections and refuses the others as a crowded hub does. */
async function openLimitedProxy(hub: URL, most: number) {
  const body = JSON.stringify({ code: 4, message: 'Too many connections from this address: close some of them.' })
  let accepted = 0
  const proxy = createServer()
  proxy.on('upgrade', ({ url, headers }, socket, head) => {
    accepted += 1
    if (accepted > most)
      return socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const upstream = connect(Number(hub.port), hub.hostname)
    upstream.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
    for (const [one, other] of [[upstream, socket] as const, [socket, upstream] as const])
      one.on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() }
}

test('[LD13] connections refused for their number are reported with the setting', async () => {
  world = await openTestApp()
  // The first one authorizes the load.
  const proxy = await openLimitedProxy(new URL(world.address()), 6)
  const ended = await runLoad(
    settingsFor(proxy.address, { players: 0, seconds: 60 }),
    until((moments) => {
      const { faults } = overTime(moments.map(({ measurements }) => measurements))
      return moments.at(-1)?.measurements.viewers === 5 && (faults.crowded ?? 0) > 0
    }),
  )
  proxy.close()
  const measurements = all(ended)
  expect(measurements.viewers).toBe(5)
  expect(measurements.faults.crowded).toBeGreaterThan(0)
  expect(reportText(settingsFor(proxy.address), ended)).toContain(
    'SOCKETS_PER_ADDRESS: the hub accepts no more connections',
  )
})

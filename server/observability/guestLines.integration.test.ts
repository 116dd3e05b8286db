import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { kickPlayer } from '../../shared/features/deliveries/commands.ts'
import { type App, startApp } from '../app/app.ts'
import { readConfig } from '../config.ts'
import { createRawClient } from '../gateway/testing/rawClient.ts'
import { freshId } from '../testing/principals.ts'
import { createLog } from './log.ts'

let hub: App | undefined
let folder = ''
afterEach(async () => {
  await hub?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A whole hub whose sockets have no rate, and the lines that it logs after its start. */
async function openLogged() {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const config = {
    ...readConfig({
      DATA_DIR: folder,
      SIMULATOR_PLAYERS: '5',
      COMMANDS_PER_SECOND: '1000',
      HANDSHAKES_PER_SECOND: '0',
    }),
    port: 0,
  }
  const lines: string[] = []
  hub = await startApp(config, createLog(config, { write: (line) => void lines.push(line) }))
  await expect.poll(() => lines.some((line) => line.includes('connected'))).toBe(true)
  lines.length = 0
  return { address: hub.address, port: Number(new URL(hub.address).port), lines }
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const invented = (at: number) => `invented\u001b[31m\n${at} ${'x'.repeat(50)}`

/** Everything that a guest can try, many times over. */
async function flood({ address, port }: { readonly address: string; readonly port: number }) {
  const guest = createRawClient({ port, origin: address })
  await guest.ready()
  const id = () => freshId(Date.now())
  for (const at of times(400)) {
    const name = at % 2 === 0 ? invented(at) : kickPlayer.name
    const answer = await guest.command({ id: id(), name, input: {} })
    expect(answer).toMatchObject({ ok: false })
    expect(await guest.call('query', { name: invented(at), input: {} })).toMatchObject({ ok: false })
  }
  for (const at of times(5)) guest.webSocket.send(`42["${'sudo'}${at}",{}]`)
  guest.close()
  for (const _ of times(100)) await createRawClient({ port, origin: 'https://evil.example' }).closed
  for (const at of times(50)) await (await fetch(`${address}/api/${at}/%zz`)).text()
  for (const at of times(50))
    await (await fetch(`${address}/auth/steam/return?state=${at}`, { redirect: 'manual' })).text()
  for (const at of times(50)) {
    const headers = { cookie: `waterhole_session=${String(at).padStart(43, 'aB3-')}` }
    await (await fetch(`${address}/api/server/status`, { headers })).text()
  }
  for (const _ of times(50)) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.resetAndDestroy()
    const garbage = connect(port, '127.0.0.1').on('error', () => {})
    garbage.end('garbage\r\n\r\n')
    await new Promise((resolve) => garbage.resume().once('close', resolve))
  }
}

test('[ED43] whatever a guest tries over and over is counted, and logged once per kind in a minute, without their words', async () => {
  const hub = await openLogged()
  await flood(hub)
  const shown = hub.lines.map((line) => JSON.parse(line))
  // The flood may take longer than a minute on a busy machine, never much longer.
  expect(shown.length).toBeLessThan(40)
  expect(hub.lines.join('')).not.toMatch(/\\u001b|\\n\d|xxxxxxxxxx{40}/)
  const refused = shown.filter(({ msg }) => msg === 'calls are refused')
  expect(refused).toContainEqual(
    expect.objectContaining({
      command: expect.stringMatching(/^invented\?/),
      outcome: 'unknownCommand',
      network: '127.0.0.1',
    }),
  )
  expect(refused).toContainEqual(expect.objectContaining({ command: kickPlayer.name, outcome: 'forbidden' }))
})

test('[ED44] no invented name is a label of a metric, and refusals are counted', async () => {
  const hub = await openLogged()
  await flood(hub)
  const metrics = await (await fetch(`${hub.address}/metrics`)).text()
  expect(metrics).not.toContain('invented')
  expect(metrics).toMatch(/^waterhole_calls_total\{kind="command",outcome="unknownCommand"\} 200$/m)
  expect(metrics).toMatch(/^waterhole_calls_total\{kind="command",outcome="forbidden"\} 200$/m)
  expect(metrics).toMatch(/^waterhole_connections_total\{outcome="foreign"\} 100$/m)
  const leftOut = Number(/^waterhole_log_lines_left_out_total (\d+)$/m.exec(metrics)?.[1])
  expect(leftOut).toBeGreaterThan(300)
})

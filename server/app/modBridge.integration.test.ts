import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { ConfigError } from '../config/configError.ts'
import { readConfig } from '../config.ts'
import { openTestApp } from '../testing/testApp.ts'
import { modConfigOf, prepareModFetching } from './modBridge.ts'

const plain = readConfig({})
const overHttp = { gameFiles: { ...plain.gameFiles, modBridge: 'http' as const } }

interface ModConfig {
  readonly inputUrl: string
  readonly inputAuthHeader: string
  readonly resultUrl: string
}

test('[BM60] a mod fetches its commands from the hub, and the delivery is confirmed by what the game shows', async () => {
  const world = await openTestApp(overHttp)
  onTestFinished(() => world.close())
  const file = join(world.folder, 'mod-bridge.config.json')
  for (const secret of [file, join(world.folder, 'mod-bridge.token')]) expect(statSync(secret).mode & 0o777).toBe(0o600)
  const config: ModConfig = JSON.parse(readFileSync(file, 'utf8'))
  const headers = { authorization: config.inputAuthHeader.replace('Authorization: ', '') }
  const pathOf = (url: string) => world.address() + new URL(url).pathname
  const fetchLines = async () => (await fetch(pathOf(config.inputUrl), { headers })).text()
  const admin = await world.visit('admin')

  await expect.poll(async () => (await fetchLines()).includes('"ping"')).toBe(true)
  const link = world.hub().game.actionLinks.find(({ name }) => name === 'commandBridge')
  expect(link?.state()).toMatchObject({ name: 'up' })
  const victim = world
    .simulator()
    .world.reported()
    .find(({ presence, staysOnline }) => presence === 'playing' && !staysOnline)
  if (!victim || !link) throw new Error('Nobody is playing.')
  const answer = await admin.command('deliveries.slayPlayer', { server: 'main', target: victim.id })
  if (!answer.ok) throw new Error(answer.message)
  const { id } = answer.output as { readonly id: string }
  let lines: readonly string[] = []
  const slaying = async () => {
    lines = [...lines, ...(await fetchLines()).split('\n')]
    return lines.filter((line) => line.includes(victim.id))
  }
  await expect.poll(slaying).toHaveLength(1)
  const [line = ''] = await slaying()
  const command: { id: string; verb: string } = JSON.parse(line)
  expect(command).toMatchObject({ verb: 'kill', steam: victim.id, args: {} })
  // As the mod does.
  victim.animal.health = 0
  const body = JSON.stringify({ id: command.id, ts: 1, verb: 'kill', steam: victim.id, ok: true, msg: 'killed' })
  const posted = await fetch(pathOf(config.resultUrl), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  expect(posted.status).toBe(204)
  const entry = () => world.hub().hub.read(deliveries, 'main').entries[id]
  await expect.poll(() => entry()?.state).toBe('confirmed')
  expect(entry()).toMatchObject({ link: 'commandBridge', reply: 'killed' })
})

/** A hub whose mod takes a slay and neither does it nor answers. */
async function orderUnheard(wanted: Parameters<typeof openTestApp>[0]) {
  const world = await openTestApp(wanted)
  onTestFinished(() => world.close())
  const isHttp = wanted !== undefined
  const lines: string[] = []
  const config: ModConfig | null = isHttp
    ? JSON.parse(readFileSync(join(world.folder, 'mod-bridge.config.json'), 'utf8'))
    : null
  const fetchLines = async () => {
    if (!config) return
    const headers = { authorization: config.inputAuthHeader.replace('Authorization: ', '') }
    const answer = await fetch(world.address() + new URL(config.inputUrl).pathname, { headers })
    lines.push(...(await answer.text()).split('\n'))
  }
  const link = world.hub().game.actionLinks.find(({ name }) => name === 'commandBridge')
  await expect.poll(async () => fetchLines().then(() => link?.state().name)).toBe('up')
  world.simulator().commandBridge?.faults.next.push('unheard')
  const victim = world
    .simulator()
    .world.reported()
    .find(({ presence, staysOnline }) => presence === 'playing' && !staysOnline)
  const admin = await world.visit('admin')
  const answer = await admin.command('deliveries.slayPlayer', { server: 'main', target: victim?.id })
  const { id } = (answer.ok ? answer.output : {}) as { readonly id: string }
  const entry = () => world.hub().hub.read(deliveries, 'main').entries[id]
  const state = async () => {
    // No hunter of the island ends the wait.
    if (victim) victim.animal.health = 1
    return fetchLines().then(() => entry()?.state)
  }
  await expect.poll(state, { interval: 500 }).toBe('unknown')
  await fetchLines()
  const sent = isHttp
    ? lines.filter((line) => line.includes(victim?.id ?? '')).length
    : world.simulator().commandBridge?.log.filter(({ steam }) => steam === victim?.id).length
  return { sent, attempts: entry()?.attempts }
}

test('[BM63] over files and HTTP what the mod took and did not answer becomes unknown where the game shows nothing, and is not sent again', async () => {
  const [files, http] = await Promise.all([orderUnheard(undefined), orderUnheard(overHttp)])
  expect([files, http]).toEqual([
    { sent: 1, attempts: 1 },
    { sent: 1, attempts: 1 },
  ])
})

test('[BM64] a hub that listens at every address of its machine names one that the mod can connect to', () => {
  const urlOf = (host: string, publicUrl: string | null = null) =>
    new URL((JSON.parse(modConfigOf({ host, port: 8080, publicUrl }, 'a-token-of-the-owner')) as ModConfig).inputUrl)
      .host
  expect(['127.0.0.1', '0.0.0.0', '::', '::1', '192.0.2.7'].map((host) => urlOf(host))).toEqual([
    '127.0.0.1:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[::1]:8080',
    '192.0.2.7:8080',
  ])
  expect(urlOf('0.0.0.0', 'https://hub.example.org')).toBe('hub.example.org')
})

test('[BM61] the token is made once, one of the configuration wins, and a damaged file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = { ...plain, ...overHttp, dataDir: folder }
  const log = { info() {} }
  const first = prepareModFetching(config, log)
  expect(prepareModFetching(config, log)).toBe(first)
  const given = { ...config, gameFiles: { ...config.gameFiles, modBridgeToken: 'given-by-the-owner' } }
  expect(prepareModFetching(given, log)).toBe('given-by-the-owner')
  writeFileSync(join(folder, 'mod-bridge.token'), 'x\n')
  expect(() => prepareModFetching(config, log)).toThrow(ConfigError)
  expect(() => prepareModFetching(config, log)).toThrow('mod-bridge.token')
  expect(prepareModFetching({ ...config, gameFiles: plain.gameFiles }, log)).toBeNull()
})

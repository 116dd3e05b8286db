import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { broadcast, IssuedOrder, saveGame } from '../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import type { ServerStatus } from '../../shared/features/server/server.ts'
import { type App, startApp } from '../app/app.ts'
import { readConfig } from '../config.ts'
import { createRawClient } from '../gateway/testing/rawClient.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'
import { openTestCluster, type TestNode } from '../testing/testCluster.ts'
import { createLog } from './log.ts'

let folder = ''
let hub: App | undefined
let visitors: TestClient[] = []
afterEach(async () => {
  for (const visitor of visitors) visitor.leave()
  visitors = []
  await hub?.close()
  hub = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** A whole hub, and the lines of its log. */
async function openLogged(logLevel: string) {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  const config = {
    ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '10', LOG_LEVEL: logLevel, POSITIONS_SECONDS: '0.5' }),
    port: 0,
  }
  const lines: Record<string, unknown>[] = []
  const log = createLog(config, { write: (line) => void lines.push(JSON.parse(line)) })
  hub = await startApp(config, log)
  return { hub, lines }
}

async function visit(address: string, role: 'admin' | 'player') {
  const visitor = createTestClient(address)
  visitors.push(visitor)
  await visitor.signIn(role)
  await visitor.connect()
  return visitor
}

/** A delivery of the visitor, once it is settled. */
async function settled(visitor: TestClient, id: string) {
  const own = () => (visitor.copies.get('ownDeliveries/demo-admin') as { entries: Record<string, Delivery> })?.entries
  await visitor.until(() => typeof own()?.[id]?.settledAt === 'number')
  return own()?.[id] as Delivery
}

test('[OB1] [V16.2.1] the log line of each step has the same id, from the command to the reply of the game', async () => {
  const { hub, lines } = await openLogged('info')
  const admin = await visit(hub.address, 'admin')
  await admin.watch('ownDeliveries/demo-admin')
  const answer = await admin.command(saveGame.name, {})
  if (!answer.ok) throw new Error(answer.message)
  const { id: delivery } = IssuedOrder.parse(answer.output)
  const { commandId } = await settled(admin, delivery)
  expect(commandId).toMatch(/^[0-9a-f-]{36}$/)

  const grepped = lines.filter((line) => JSON.stringify(line).includes(String(commandId)))
  expect(grepped.map(({ msg }) => msg).sort()).toEqual([
    'command answered',
    'command carried out',
    'delivery confirmed',
    'delivery queued',
    'delivery sending',
    'the game answered',
  ])
  for (const line of grepped) expect(line.commandId).toBe(commandId)
  const steps = new Map(grepped.map((line) => [line.msg, line]))
  expect(steps.get('command carried out')).toMatchObject({
    command: saveGame.name,
    outcome: 'ok',
    seq: expect.any(Number),
  })
  expect(steps.get('the game answered')).toMatchObject({ delivery, link: 'evrima', kind: 'save', outcome: 'confirmed' })
  const order = ['delivery queued', 'delivery sending', 'the game answered', 'delivery confirmed']
  expect(grepped.map(({ msg }) => msg).filter((msg) => order.includes(String(msg)))).toEqual(order)
})

test('[OB14] no line has the input of a command, and frequent commands are not logged at level info', async () => {
  const { hub, lines } = await openLogged('info')
  const admin = await visit(hub.address, 'admin')
  await admin.watch('ownDeliveries/demo-admin')
  await admin.command(changeMapSettings.name, { zoomLevel: 2 })
  const answer = await admin.command(broadcast.name, { text: 'Text for the whole island' })
  if (!answer.ok) throw new Error(answer.message)
  await settled(admin, IssuedOrder.parse(answer.output).id)
  const text = JSON.stringify(lines)
  expect(text).toContain(broadcast.name)
  expect(text).not.toContain('Text for')
  expect(text).not.toContain('demo-admin')
  expect(text).not.toContain(changeMapSettings.name)
})

test('[OB15] at level debug, frequent commands are logged as well', async () => {
  const { hub, lines } = await openLogged('debug')
  const player = await visit(hub.address, 'player')
  await player.command(changeMapSettings.name, { zoomLevel: 2 })
  await player.command('no.such', {})
  expect(lines).toContainEqual(expect.objectContaining({ command: changeMapSettings.name, msg: 'command answered' }))
  expect(lines).toContainEqual(expect.objectContaining({ command: 'no.such', outcome: 'unknownCommand' }))
})

/** The JSON lines of a process that contain the text. */
const grep = (output: string, text: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('[OB16] in a cluster, the lines of the receiving node, the leader and the game have the same id', async () => {
  const cluster = await openTestCluster({ nodes: 2 })
  try {
    await cluster.ready()
    const leader = await cluster.leader()
    const asked = cluster.nodes.find((node) => node !== leader) ?? leader
    const admin = await cluster.visit(asked, 'admin')
    await admin.watch('ownDeliveries/demo-admin', 'server/main')
    await admin.until(() => (admin.copies.get('server/main') as ServerStatus | undefined)?.link.name === 'up')
    const answer = await admin.command(saveGame.name, {})
    if (!answer.ok) throw new Error(answer.message)
    const { commandId } = await settled(admin, IssuedOrder.parse(answer.output).id)
    const linesOf = (node: TestNode) => grep(node.output(), String(commandId))
    const messagesOf = (node: TestNode) =>
      linesOf(node)
        .map(({ msg }) => msg)
        .sort()
    // The output of another process arrives with a delay.
    await expect.poll(() => messagesOf(asked)).toEqual(['command answered'])
    await expect
      .poll(() => messagesOf(leader))
      .toEqual([
        'command carried out',
        'delivery confirmed',
        'delivery queued',
        'delivery sending',
        'the game answered',
      ])
    const [here, there] = [asked, leader].map(linesOf)
    const nodeOf = async ({ health }: TestNode) => (await health())?.node.name
    expect(here?.every(({ node }) => node !== undefined)).toBe(true)
    expect(new Set(here?.map(({ node }) => node))).toEqual(new Set([await nodeOf(asked)]))
    expect(new Set(there?.map(({ node }) => node))).toEqual(new Set([await nodeOf(leader)]))
    const text = await metricsOf(asked.address)
    for (const series of [
      /^waterhole_node_role\{role="follower"\} 1$/,
      /^waterhole_tail_entries_total/,
      /^waterhole_tail_late_ms_count/,
      /^waterhole_bus_messages_total\{direction="sent",topic="requests"\}/,
      /^waterhole_calls_total\{kind="command",outcome="ok"\} 1$/,
      /^waterhole_store_up 1$/,
    ])
      expect(sumOf(text, series), String(series)).toBeGreaterThan(0)
    expect(sumOf(text, /^waterhole_commands_total\{command="deliveries.saveGame"/)).toBe(0)
  } finally {
    await cluster.close()
  }
})

const metricsOf = async (address: string) => (await fetch(`${address}/metrics`)).text()
/** The sum of all matching series. */
const sumOf = (text: string, series: RegExp) =>
  text
    .split('\n')
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

test('[OB2] every stage has counts and durations: socket, dispatch, journal, link, delivery', async () => {
  const { hub } = await openLogged('silent')
  const admin = await visit(hub.address, 'admin')
  await admin.watch('ownDeliveries/demo-admin', 'positions/main', 'server/main')
  const answer = await admin.command(saveGame.name, {})
  if (!answer.ok) throw new Error(answer.message)
  await settled(admin, IssuedOrder.parse(answer.output).id)
  await admin.command('no.such', {})
  await admin.command(broadcast.name, {})
  await admin.query('audit.search', {})
  await admin.until(() => admin.frames.length > 0)
  const text = await metricsOf(hub.address)
  for (const series of [
    /^waterhole_sockets 1$/,
    /^waterhole_connections_total\{outcome="admitted"\}/,
    /^waterhole_messages_received_total\{event="command",verdict="fine"\} 3$/,
    /^waterhole_calls_total\{kind="command",outcome="ok"\} 1$/,
    /^waterhole_calls_total\{kind="command",outcome="badInput"\} 1$/,
    /^waterhole_call_ms_count\{kind="query"\} 1$/,
    /^waterhole_commands_total\{command="deliveries.saveGame",by="person",outcome="ok"\} 1$/,
    /^waterhole_commands_total\{command="unknown",by="person",outcome="unknownCommand"\} 1$/,
    /^waterhole_commands_total\{command="roster.report",by="hub",outcome="ok"\}/,
    /^waterhole_command_ms_bucket\{le="\+Inf",command="deliveries.saveGame"\} 1$/,
    /^waterhole_journal_write_ms_count/,
    /^waterhole_journal_batch_entries_count/,
    /^waterhole_storage_ms_count\{call="append"\}/,
    /^waterhole_journal_state\{state="serving"\} 1$/,
    /^waterhole_node_role\{role="leader"\} 1$/,
    /^waterhole_link_read_ms_count\{read="animals"\}/,
    /^waterhole_link_action_ms_count\{link="evrima"\} 1$/,
    /^waterhole_link_actions_total\{link="evrima",kind="save",outcome="confirmed"\} 1$/,
    /^waterhole_link_up\{link="evrima"\} 1$/,
    /^waterhole_delivery_states_total\{kind="save",state="sending"\} 1$/,
    /^waterhole_delivery_ms_count\{state="confirmed"\} 1$/,
    /^waterhole_delivery_wait_ms_count 1$/,
    /^waterhole_frames_sent_total/,
  ])
    expect(sumOf(text, series), String(series)).toBeGreaterThan(0)
})

test('[OB17] refused connections are counted by reason, as are messages above the rate and malformed ones', async () => {
  const { hub } = await openLogged('silent')
  const port = Number(new URL(hub.address).port)
  const foreign = createRawClient({ port, origin: 'https://elsewhere.example' })
  await foreign.closed
  const own = createRawClient({ port, origin: hub.address })
  await own.ready()
  own.webSocket.send('42["nonsense",{}]')
  for (let asked = 0; asked < 120; asked += 1) own.webSocket.send(`42${asked}["query",{"name":"none","input":{}}]`)
  await own.untilCount('notice', 2)
  const text = await metricsOf(hub.address)
  own.close()
  expect(sumOf(text, /^waterhole_connections_total\{outcome="foreign"\}/)).toBe(1)
  expect(sumOf(text, /^waterhole_connections_total\{outcome="admitted"\}/)).toBe(1)
  expect(sumOf(text, /^waterhole_messages_received_total\{event="none",verdict="malformed"\}/)).toBe(1)
  expect(sumOf(text, /^waterhole_messages_received_total\{event="query",verdict="tooFast"\}/)).toBeGreaterThan(0)
})

test('[OB18] no label contains a name that a client invents, or a user', async () => {
  const { hub } = await openLogged('silent')
  const player = await visit(hub.address, 'player')
  for (let tries = 0; tries < 5; tries += 1) await player.command(`invented.word${tries}`, {})
  await player.query('invented.query', {})
  player.leave()
  const other = await visit(hub.address, 'player')
  await other.command('invented.word', {})
  const text = await metricsOf(hub.address)
  const labels = text.match(/\{.*\}/g)?.join('\n') ?? ''
  expect(labels).toContain('command="unknown"')
  expect(labels).not.toMatch(/invented|demo-player|\d{17}/)
  expect(sumOf(text, /^waterhole_disconnects_total\{reason="(transport close|client namespace disconnect)"\}/)).toBe(1)
})

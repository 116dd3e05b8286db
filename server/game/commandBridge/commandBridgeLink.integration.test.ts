import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import type { BridgeFault } from '../simulator/mod/commandBridgeMod.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { openFiles } from './fileTransport.ts'
import {
  openBridgeOverFiles,
  openBridgeOverHttp,
  type TestBridge,
  type TestBridgeOptions,
  untilState,
} from './testing/testBridge.ts'

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-bridge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const overFiles = async (options?: TestBridgeOptions) => {
  const folder = makeFolder()
  const bridge = await openBridgeOverFiles(folder, options)
  await bridge.untilUp()
  return { ...bridge, folder, commands: join(folder, 'commands.ndjson'), results: join(folder, 'results.ndjson') }
}
const overHttp = async (options?: TestBridgeOptions) => {
  const bridge = await openBridgeOverHttp(options)
  await bridge.untilUp()
  return bridge
}

const playing = ({ simulator }: Pick<TestBridge, 'simulator'>, index = 0) => {
  const player = simulator.world.reported().filter(({ presence }) => presence === 'playing')[index]
  if (!player) throw new Error('Too few are playing.')
  return player
}
const act = (
  { link }: Pick<TestBridge, 'link'>,
  kind: DeliveryKind,
  { id, name }: { readonly id: string; readonly name: string },
  detail: GameAction['detail'] = {},
) =>
  link.perform({ kind, target: { id, name }, detail }).catch(({ code, message }: Error & { code: string }) => ({
    state: code,
    reply: null,
    why: message,
  }))

/** A busy machine takes a command late, and needs some of the seconds for what is to be confirmed. */
const lostIn: TestBridgeOptions = { timings: { withinMs: 5_000, takeMs: 30_000, holdMs: 6_000 } }

test.each([
  ['files', overFiles],
  ['HTTP', overHttp],
] as const)('[BM20] over %s each verb has its effect, and the game shows it', async (_way, open) => {
  // A busy machine may take seconds for a command or for its answer.
  const bridge = await open({ timings: { takeMs: 30_000, graceMs: 20_000 } })
  const [ada, bo, cy] = [playing(bridge), playing(bridge, 1), playing(bridge, 2)]
  ada.animal.health = 0.2
  expect(await act(bridge, 'heal', ada)).toEqual({ state: 'confirmed', reply: 'healed', why: null })
  expect(ada.animal.health).toBe(1)
  expect(await act(bridge, 'grow', ada, { text: '0.62' })).toMatchObject({ state: 'confirmed' })
  expect(ada.animal.growth).toBe(0.62)
  Object.assign(bo.animal, { x: ada.animal.x + 900, y: ada.animal.y + 900 })
  const there = { destination: ada.id, destinationName: ada.name }
  expect(await act(bridge, 'teleport', bo, there)).toEqual({ state: 'confirmed', reply: 'teleported', why: null })
  expect(bo.animal.x).toBeCloseTo(ada.animal.x, 1)
  expect(bo.animal.y).toBeCloseTo(ada.animal.y, 1)
  expect(await act(bridge, 'mutate', bo, { text: 'Nocturnal' })).toMatchObject({ state: 'confirmed' })
  expect(bo.animal.mutations).toContain('Nocturnal')
  const sixSlots = { text: 'Wader, Hydrodynamic', parents: 'Tactile Endurance' }
  expect(await act(bridge, 'mutate', bo, sixSlots)).toMatchObject({ state: 'confirmed' })
  expect(bo.animal.mutations.slice(0, 3)).toEqual(['Wader', 'Hydrodynamic', 'Tactile Endurance'])
  expect(await act(bridge, 'skin', bo, { text: 'Ember' })).toMatchObject({
    state: 'confirmed',
    reply: 'skin applied',
    why: expect.stringContaining("doesn't show"),
  })
  expect(bo.animal.skin).toBe('Ember')
  expect(await act(bridge, 'message', bo, { text: 'Hi "Bo"' })).toMatchObject({ state: 'confirmed' })
  expect(bo.notices).toEqual(["Hi 'Bo'"])
  expect(await act(bridge, 'slay', cy)).toEqual({ state: 'confirmed', reply: 'killed', why: null })
  expect(cy.animal.health).toBe(0)
  expect(await act(bridge, 'spawn', cy, { text: 'Triceratops' })).toMatchObject({ state: 'confirmed', why: null })
  const reborn = bridge.simulator.world.players.find(({ id }) => id === cy.id)
  expect(reborn).toMatchObject({ presence: 'playing', animal: { species: { name: 'Triceratops' } } })
  expect(await act(bridge, 'spawn', cy, { text: 'Dragon' })).toMatchObject({ state: 'refused' })
  const storm = { kind: 'weather', target: null, detail: { text: 'Storm' } } as const
  expect(await bridge.link.perform(storm)).toMatchObject({ state: 'confirmed' })
  expect(bridge.simulator.world.weather).toBe('Storm')
})

test('[BM21] a mod that says ok and does nothing is not believed; one that says nothing and does it is', async () => {
  const bridge = await overFiles(lostIn)
  const [ada, bo] = [playing(bridge), playing(bridge, 1)]
  bridge.mod.faults.next.push('idle', 'silent')
  expect(await act(bridge, 'slay', ada)).toMatchObject({ state: 'lost', why: expect.stringContaining('does not show') })
  expect(await bridge.link.findOutcome?.({ kind: 'slay', target: ada, detail: {} }, 0)).toBeNull()
  expect(await act(bridge, 'slay', bo)).toEqual({ state: 'confirmed', reply: null, why: null })
  // It happens later, and is then believed.
  ada.animal.health = 0
  expect(await bridge.link.findOutcome?.({ kind: 'slay', target: ada, detail: {} }, 0)).toMatchObject({
    state: 'confirmed',
  })
})

test('[BM22] an error of the mod is a refusal with its text; what cannot work is not sent; what the mod does not list it cannot do', async () => {
  const bridge = await overFiles()
  const away = bridge.simulator.world.players.find(({ presence }) => presence === 'away')
  if (!away) throw new Error('Everyone is there.')
  expect(await act(bridge, 'message', away, { text: 'Hi' })).toMatchObject({
    state: 'refused',
    reply: 'player not online',
  })
  expect(await act(bridge, 'slay', away)).toMatchObject({
    state: 'refused',
    why: expect.stringContaining('nothing was sent'),
  })
  expect(bridge.mod.log.map(({ verb }) => verb)).toEqual(['notify'])
  // The test's table has a verb for it; the mod's answer to ping does not.
  expect([bridge.link.can('message'), bridge.link.can('ban')]).toEqual([true, false])
})

test.each([
  ['files', overFiles],
  ['HTTP', overHttp],
] as const)(
  '[BM23] over %s a mod that does not run makes the link down, and no command stays for it',
  async (_way, open) => {
    const bridge = await open({ timings: { takeMs: 300 } })
    const ada = playing(bridge)
    bridge.mod.faults.isRunning = false
    expect(await act(bridge, 'slay', ada)).toMatchObject({ state: 'notSent' })
    expect(bridge.link.state()).toMatchObject({ name: 'down', why: expect.stringContaining('takes no commands') })
    expect(await act(bridge, 'slay', ada)).toMatchObject({ state: 'notSent' })
    if ('commands' in bridge && typeof bridge.commands === 'string' && existsSync(bridge.commands))
      expect(readFileSync(bridge.commands, 'utf8')).not.toContain('kill')
    bridge.mod.faults.isRunning = true
    await untilState(bridge.link, 'up')
    expect(ada.animal.health).toBeGreaterThan(0)
    expect(bridge.mod.log).toEqual([])
  },
)

test('[BM24] over HTTP a lost GET is not repeated by the hub, and a GET that is made twice carries out nothing twice', async () => {
  const bridge = await overHttp(lostIn)
  const [ada, bo] = [playing(bridge), playing(bridge, 1)]
  bridge.mod.faults.loseNext = 1_000
  expect(await act(bridge, 'slay', ada)).toMatchObject({ state: 'lost' })
  Object.assign(bridge.mod.faults, { loseNext: 0, repeatNext: 1_000 })
  bo.animal.growth = 0.4
  expect(await act(bridge, 'message', bo, { text: 'once' })).toMatchObject({ state: 'confirmed' })
  expect(bo.notices).toEqual(['once'])
  expect(ada.animal.health).toBeGreaterThan(0)
  expect(bridge.mod.log.map(({ verb }) => verb)).toEqual(['notify'])
})

test('[BM25] one command is open for a player: the next one waits for its answer, those for others do not', async () => {
  const bridge = await overFiles({ timings: { takeMs: 2_000 } })
  const [ada, bo] = [playing(bridge), playing(bridge, 1)]
  bridge.mod.faults.delay = 150
  const order: string[] = []
  const said = async (name: string, who: typeof ada) => {
    await act(bridge, 'message', who, { text: name })
    order.push(name)
  }
  await Promise.all([said('first', ada), said('second', ada), said('other', bo)])
  expect(ada.notices).toEqual(['first', 'second'])
  expect(order.indexOf('first')).toBeLessThan(order.indexOf('second'))
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('second'))
})

test.each(['twice', 'foreign', 'half', 'garbage'] as const)(
  '[BM26] answers of kind "%s" confuse nothing',
  async (fault: BridgeFault) => {
    const bridge = await overFiles()
    const [ada, bo] = [playing(bridge), playing(bridge, 1)]
    bridge.mod.faults.next.push(fault)
    expect(await act(bridge, 'slay', ada)).toMatchObject({ state: 'confirmed' })
    expect(await act(bridge, 'message', bo, { text: 'Hi' })).toMatchObject({ state: 'confirmed', reply: 'notified' })
  },
)

test('[BM27] results of long ago, a results file that is emptied and lines of others are passed over', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'results.ndjson'), '{"id":"wh-old","ok":false,"msg":"of long ago"}\n{"id":"half')
  const bridge = await openBridgeOverFiles(folder)
  await bridge.untilUp()
  const ada = playing(bridge)
  expect(await act(bridge, 'message', ada, { text: 'one' })).toMatchObject({ state: 'confirmed' })
  writeFileSync(join(folder, 'results.ndjson'), 'not json\n')
  expect(await act(bridge, 'message', ada, { text: 'two' })).toMatchObject({ state: 'confirmed' })
  expect(ada.notices).toEqual(['one', 'two'])
})

test('[BM28] lines of other programs stay: in a file that is there, and when ours is taken back from it', async () => {
  const { commands, link, simulator, mod } = await overFiles({ timings: { takeMs: 5_000 } })
  mod.faults.isRunning = false
  const foreign = '{"id":"bot-1","ts":1,"verb":"notify","steam":"1","args":{}}\n'
  const ada = playing({ simulator })
  const slaying = act({ link }, 'slay', ada)
  await expect.poll(() => existsSync(commands) && readFileSync(commands, 'utf8').includes('kill')).toBe(true)
  appendFileSync(commands, foreign)
  expect(await slaying).toMatchObject({ state: 'notSent' })
  const left = () => (existsSync(commands) ? readFileSync(commands, 'utf8') : '')
  expect(left()).toContain(foreign.trim())
  expect(left()).not.toContain('kill')
  await link.close()
  expect(left()).toBe(foreign)
})

test('[BM29] what a crashed hub left for a mod that did not run is removed by the next one', async () => {
  const folder = makeFolder()
  const commands = join(folder, 'commands.ndjson')
  const foreign = '{"id":"bot-1","verb":"notify","steam":"1"}\n'
  writeFileSync(commands, `{"id":"wh-dead","ts":1,"verb":"kill","steam":"76561198000000001","args":{}}\n${foreign}`)
  const failures: (string | null)[] = []
  const transport = openFiles({
    folder: openLocalFolder({ path: folder }),
    clock: steadyClock,
    log: { info() {}, warn() {} },
    everyMs: 10,
  })({ answered() {}, seen() {}, failed: (why) => failures.push(why) })
  onTestFinished(() => transport.close())
  transport.expect(true)
  await expect.poll(() => readFileSync(commands, 'utf8')).toBe(foreign)
  expect(failures.filter((why) => why !== null)).toEqual([])
})

test('[BM91] a file that the mod takes while the hub looks at it was taken, and the link stays up', async () => {
  const folder = makeFolder()
  const commands = join(folder, 'commands.ndjson')
  const local = openLocalFolder({ path: folder })
  const failures: (string | null)[] = []
  const transport = openFiles({
    folder: {
      ...local,
      read(name, part) {
        if (name === 'commands.ndjson') rmSync(commands, { force: true })
        return local.read(name, part)
      },
    },
    clock: steadyClock,
    log: { info() {}, warn() {} },
    everyMs: 10,
  })({ answered() {}, seen() {}, failed: (why) => failures.push(why) })
  onTestFinished(() => transport.close())
  transport.expect(true)
  await new Promise<void>((taken, notSent) =>
    transport.offer({ id: 'wh-1', line: '{"id":"wh-1","verb":"kill"}', leaving() {}, taken, notSent }),
  )
  expect(failures.filter((why) => why !== null)).toEqual([])
})

test('[BM30] a folder that is not there is named, with what belongs there', async () => {
  const { link } = await openBridgeOverFiles(join(makeFolder(), 'Saved'), {
    simulator: { commandBridge: { folder: makeFolder() } },
  })
  await untilState(link, 'down')
  expect(link.state().why).toMatch(/there is no folder .*Saved\. Give the folder Saved of the mod/)
})

test('[BM31] a node that does not lead any more hands no command out', async () => {
  const bridge = await overHttp()
  const ada = playing(bridge)
  const outcome = bridge.link.perform({ kind: 'slay', target: ada, detail: {} }, () => {
    throw new Error('this node does not lead any more')
  })
  await expect(outcome).rejects.toMatchObject({ code: 'notSent', message: 'this node does not lead any more' })
  expect(bridge.mod.log).toEqual([])
})

test('[BM32] hub and mod reach for the file at the same time: what counts as not sent never happens, and nothing happens twice', async () => {
  // About as long as the mod takes, so that some commands are taken and some are taken back.
  const bridge = await overFiles({ timings: { takeMs: 25, pingMs: 1_000_000 } })
  const players = Array.from({ length: 12 }, (_, index) => playing(bridge, index))
  const outcomes: { readonly text: string; readonly state: string }[] = []
  for (let round = 0; round < 12; round++) {
    if (bridge.link.state().name === 'down') await bridge.untilUp()
    const said = players.slice(0, 1 + (round % 12)).map(async (player, index) => {
      const text = `round ${round} player ${index}`
      outcomes.push({ text, state: (await act(bridge, 'message', player, { text })).state })
    })
    await Promise.all(said)
  }
  const happened = (text: string) =>
    players.flatMap(({ notices }) => notices).filter((notice) => notice === text).length
  for (const { text, state } of outcomes) {
    expect([text, happened(text) <= 1]).toEqual([text, true])
    if (state === 'notSent') expect([text, happened(text)]).toEqual([text, 0])
    if (state === 'confirmed') expect([text, happened(text)]).toEqual([text, 1])
  }
})

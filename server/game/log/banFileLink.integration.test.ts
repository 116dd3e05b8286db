import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GameState } from '../../../shared/features/gameHost/gameHost.ts'
import type { ActionOutcome } from '../actionLink.ts'
import { type Folder, FolderError } from '../files/folder.ts'
import type { FolderSetting } from '../files/testing/folderContract.ts'
import { openLocal, openPanel, openSftp } from '../files/testing/openFolders.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { createBanFileLink } from './banFileLink.ts'

const rex = '76561198000000001'
const mia = '76561198000000002'
const entry = (steamId: string) => `{ "steamId": "${steamId}",\r\n\t\t  "unknown": [1, "]"] }`
const listOf = (...ids: readonly string[]) =>
  `{\r\n\t"bannedPlayerData": [\r\n\t\t${ids.map(entry).join(',\r\n\t\t')}\r\n\t]\r\n}`
const unban = (id = rex) => ({ kind: 'unban', target: { id, name: 'Rex' }, detail: {} }) as const
const path = 'PlayerData/PlayerBans.json'

/** A game server that is off, with this list, and the link to it. */
async function setUp(open: () => Promise<FolderSetting>, text: string | null = listOf(mia, rex)) {
  const setting = await open()
  const file = join(setting.root, path)
  mkdirSync(join(setting.root, 'PlayerData'))
  if (text !== null) writeFileSync(file, text)
  const clock = createManualClock(1_000_000)
  const listeners = new Set<() => void>()
  const world = { state: 'offline' as GameState | null, answers: true, isConnected: false, looks: 0, onLook() {} }
  let reading: { state: GameState | null } | null = null
  const host = {
    status: () => ({ link: { name: world.answers ? ('up' as const) : ('down' as const) }, reading }),
    onStatus(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async lookNow() {
      world.looks += 1
      world.onLook()
      if (world.answers) reading = { state: world.state }
      for (const listener of listeners) listener()
      if (!world.answers || !reading) throw new Error('The host does not answer.')
      return reading
    },
  }
  await host.lookNow()
  const use = (folder: Folder) => createBanFileLink({ folder, path, host, isConnected: () => world.isConnected, clock })
  const link = use(setting.folder)
  const perform = (id = rex, by = link): Promise<Partial<ActionOutcome> & { code?: string }> =>
    by.perform(unban(id)).catch(({ code, message }) => ({ code, why: message }))
  return { ...setting, link, use, perform, world, host, clock, file, now: () => readFileSync(file, 'utf8') }
}

test.each([
  ['local', openLocal],
  ['sftp', openSftp],
  ['panel', openPanel],
] as const)(
  '[UB1] %s: while the game server is off a ban is taken out of its list, and nothing else changes',
  async (_, open) => {
    const { link, perform, now, root } = await setUp(open, listOf(rex, mia, rex))
    expect(link.state()).toMatchObject({ name: 'up' })
    expect(await perform()).toMatchObject({ state: 'confirmed', reply: expect.stringContaining('when it starts') })
    expect(now()).toBe(listOf(mia))
    expect(readdirSync(join(root, 'PlayerData'))).toEqual(['PlayerBans.json'])
    expect(await perform()).toMatchObject({ state: 'confirmed', changed: false })
    expect(now()).toBe(listOf(mia))
  },
)

test('[UB2] while it runs, starts or stops, while nothing shows that it is off, and after it was asked again, nothing is written', async () => {
  const { link, perform, now, world, host, clock } = await setUp(openLocal)
  for (const state of ['running', 'starting', 'stopping', null] as const) {
    world.state = state
    await host.lookNow()
    expect([state, link.state().name]).toEqual([state, state === 'running' ? 'refused' : 'down'])
    expect([state, await perform()]).toEqual([state, { code: 'notSent', why: expect.stringMatching(/game server/) }])
  }
  world.state = 'offline'
  await host.lookNow()
  expect(link.state().name).toBe('up')
  // It was started since the last look.
  world.state = 'running'
  expect(await perform()).toMatchObject({ code: 'notSent' })
  // The host says off, and the game answers all the same.
  Object.assign(world, { state: 'offline', isConnected: true })
  expect(await perform()).toMatchObject({ code: 'notSent', why: expect.stringContaining('Stop it first') })
  Object.assign(world, { isConnected: false, answers: false })
  expect(await perform()).toMatchObject({ code: 'notSent' })
  expect(link.state()).toMatchObject({ name: 'down', why: expect.stringContaining('nothing shows') })
  expect(now()).toBe(listOf(mia, rex))
  Object.assign(world, { answers: true })
  await host.lookNow()
  clock.advance(0)
  expect(await perform()).toMatchObject({ state: 'confirmed' })
})

test('[UB3] a list that changes in between is read again; one that changes again and again is left alone', async () => {
  const { perform, now, world, file } = await setUp(openLocal)
  let changes = 1
  world.onLook = () => void (changes-- > 0 && writeFileSync(file, listOf('9', rex)))
  expect(await perform()).toMatchObject({ state: 'confirmed' })
  expect(now()).toBe(listOf('9'))
  writeFileSync(file, listOf(rex))
  let count = 0
  world.onLook = () => writeFileSync(file, listOf(String(++count), rex))
  expect(await perform()).toMatchObject({ state: 'refused', why: expect.stringContaining('again and again') })
  expect(now()).toContain(rex)
})

test('[UB4] a list that is not JSON, a link in its place and one that may not be written are left as they are, with the reason', async () => {
  const broken = await setUp(openLocal, '{ "bannedPlayerData": [ {"steamId"')
  expect(await broken.perform()).toMatchObject({
    state: 'refused',
    why: expect.stringMatching(/isn't complete JSON.*Nothing was written/),
  })
  expect(broken.now()).toBe('{ "bannedPlayerData": [ {"steamId"')
  const absent = await setUp(openLocal, null)
  expect(await absent.perform()).toMatchObject({ state: 'confirmed', changed: false })
  expect(existsSync(absent.file)).toBe(false)
  const guarded = await setUp(openLocal)
  const write = async () => {
    throw new FolderError('refused', 'PlayerBans.json may not be used by the user that the hub runs as.')
  }
  const readOnly = guarded.use({ ...guarded.folder, can: guarded.folder.can, write })
  expect(await guarded.perform(rex, readOnly)).toMatchObject({
    state: 'refused',
    why: expect.stringContaining("still in the game's list"),
  })
  expect(guarded.now()).toBe(listOf(mia, rex))
})

test('[UB5] a game server that starts while the list is written, and a list that is not as it was written, are not known', async () => {
  const started = await setUp(openLocal)
  started.world.onLook = () => void (started.world.looks === 3 && Object.assign(started.world, { state: 'starting' }))
  expect(await started.perform()).toMatchObject({
    code: 'lost',
    why: expect.stringContaining('meanwhile the game server runs'),
  })
  const half = await setUp(openPanel)
  const { folder } = half
  let writes = 0
  const failing: Folder = {
    ...folder,
    can: folder.can,
    write: (at, bytes) => folder.write(at, ++writes === 1 ? bytes : bytes.subarray(0, 20)),
  }
  expect(await half.perform(rex, half.use(failing))).toMatchObject({
    code: 'lost',
    why: expect.stringContaining('PlayerBans.json.before'),
  })
  expect(readFileSync(`${half.file}.before`, 'utf8')).toBe(listOf(mia, rex))
})

test('[UB6] a write whose answer was lost is judged by the list: out of it is lifted, still in it may be tried again', async () => {
  const { link, use, folder, perform, now, world } = await setUp(openLocal)
  const lost = async () => {
    throw new FolderError('timeout', 'It did not answer.')
  }
  const unanswered: Folder = {
    ...folder,
    can: folder.can,
    write: async (at, bytes) => folder.write(at, bytes).then(lost),
  }
  const unheard: Folder = { ...folder, can: folder.can, write: lost }
  expect(await perform(rex, use(unheard))).toMatchObject({ code: 'lost' })
  expect(await link.findOutcome?.(unban(), 0)).toBeNull()
  expect(await perform(rex, use(unanswered))).toMatchObject({ state: 'confirmed' })
  expect(now()).toBe(listOf(mia))
  expect(await link.findOutcome?.(unban(), 0)).toMatchObject({ state: 'confirmed' })
  world.state = 'running'
  expect(await link.findOutcome?.(unban(), 0)).toBeNull()
  expect([link.isHarmlessTwice('unban'), link.can('unban'), link.can('ban')]).toEqual([true, true, false])
})

test('[UB8] without a host nothing is written, and staff get the text at once', async () => {
  const { folder, perform, now, clock } = await setUp(openLocal)
  const link = createBanFileLink({ folder, path, host: null, isConnected: () => false, clock })
  expect(link.state()).toMatchObject({ name: 'refused', why: expect.stringContaining('nothing shows') })
  expect(await perform(rex, link)).toMatchObject({ code: 'notSent' })
  expect(now()).toBe(listOf(mia, rex))
  expect(link.commandText(unban())).toContain(rex)
})

test('[UB7] the text names the entry and the file, and only a player id is accepted', async () => {
  const { link, root } = await setUp(openLocal)
  expect(link.commandText(unban())).toBe(
    `Remove the entry with "steamId": "${rex}" from ${join(root, path)} while the server is off`,
  )
  for (const id of ['Rex', '', '1"', `${rex}\n`])
    expect(() => link.commandText(unban(id))).toThrow('is not a player id')
})

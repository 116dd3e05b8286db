import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { usualVerbs, verbsWith } from '../commandBridge/verbs.ts'
import { FolderError } from '../files/folder.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { startTestSimulator } from '../testing/testSimulator.ts'
import { checkModFiles, judgeFetching } from './modCheck.ts'

async function modFolder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'waterhole-connect-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const path = join(root, 'CommandBridge', 'Saved')
  await mkdir(path, { recursive: true })
  return { root, path }
}

const check = (path: string, verbs = usualVerbs, limits = { takeMs: 60_000, answerMs: 60_000 }) =>
  checkModFiles(({ path: at }) => openLocalFolder({ path: at, clock: steadyClock }), {
    place: { kind: 'local', path },
    verbs,
    clock: steadyClock,
    id: 'check-1',
    limits,
  })
const startMod = (folder: string) => startTestSimulator({ commandBridge: { folder, pollMs: 15 } })

test('[CN24] a mod that runs answers, and the verbs that it lacks are named with the command that needs them', async () => {
  const { path } = await modFolder()
  await startMod(path)
  const known = await check(path)
  expect(known.map(({ state }) => state)).toEqual(['good', 'good', 'good'])
  expect(known[1]?.says).toMatch(/^The mod answered after/)
  expect(known[2]?.says).toMatch(/^It can slay, heal, teleport/)
  const [, , lacking] = await check(path, verbsWith({ slay: { verb: 'admin_slay', args: {} } }))
  expect(lacking).toMatchObject({
    state: 'warning',
    says: expect.stringContaining('It does not know slay (admin_slay).'),
  })
})

test('[CN25] a mod that does not run is reported, and nothing stays in its folder', async () => {
  const { path } = await modFolder()
  const [there, off] = await check(path, usualVerbs, { takeMs: 300, answerMs: 300 })
  expect(there).toMatchObject({ state: 'good', says: expect.stringContaining('can be written') })
  expect(off).toMatchObject({ state: 'bad', mend: expect.stringContaining('inputMode') })
  expect(await readdir(path)).toEqual([])
})

test("[CN26] a hub's commands that are there are left alone, with how long they have been there", async () => {
  const { path } = await modFolder()
  const line = '{"id":"wh-1","verb":"kill"}\n'
  await writeFile(join(path, 'commands.ndjson'), line)
  const [, off] = await check(path, usualVerbs, { takeMs: 300, answerMs: 300 })
  expect(off).toMatchObject({ state: 'bad', says: expect.stringContaining('takes no commands') })
  expect(await readFile(join(path, 'commands.ndjson'), 'utf8')).toBe(line)
  expect(await readdir(path)).toEqual(['commands.ndjson'])
})

test('[CN27] a folder that is missing is reported with what is there instead', async () => {
  const { root } = await modFolder()
  const [missing] = await check(join(root, 'ue4ss', 'Mods'))
  expect(missing).toMatchObject({
    state: 'bad',
    says: `There is no folder ue4ss in ${root}. Its folders are CommandBridge.`,
    mend: expect.stringContaining('Mods/CommandBridge/Saved'),
  })
})

test('[CN29] a refused sign-in is reported as such, although folders on the way may be closed', async () => {
  const refused = new FolderError('refused', 'It does not let "steam" sign in.')
  const closed = { ...openLocalFolder({ path: '/', clock: steadyClock }), list: async () => Promise.reject(refused) }
  const place = { kind: 'local', path: '/srv/Saved' } as const
  const given = { place, verbs: usualVerbs, clock: steadyClock, id: 'check-1' }
  await expect(checkModFiles(() => closed, given)).rejects.toBe(refused)
})

test("[CN35] the folder above the mod's own is named as such", async () => {
  const { root } = await modFolder()
  const [above] = await check(join(root, 'CommandBridge'))
  expect(above).toMatchObject({ state: 'bad', mend: `Give ${join(root, 'CommandBridge')}/Saved.` })
})

const fetching = {
  hub: 'https://hub.example.org',
  gameHost: '203.0.113.10',
  configFile: '/data/mod-bridge.config.json',
  fetchedAt: 99_000,
  answeredAt: 98_000,
  link: { name: 'up', why: null },
  now: 100_000,
}
test.each([
  [{}, 'good', 'and answers'],
  [{ fetchedAt: null }, 'bad', 'has not fetched any commands'],
  [{ fetchedAt: 1_000 }, 'bad', 'last fetched commands 99 s ago'],
  [{ link: { name: 'up', why: 'it is silent' } }, 'warning', 'has not answered: it is silent'],
  [{ answeredAt: null }, 'warning', 'has not answered yet'],
  [{ configFile: null }, 'good', 'will fetch its commands from https://hub.example.org'],
  [{ hub: 'http://127.0.0.1:8080', fetchedAt: null }, 'warning', 'which only this machine can reach'],
])('[CN28] a mod that fetches, %o: %s, %s', (given, state, text) => {
  const [finding] = judgeFetching({ ...fetching, ...given })
  expect(finding).toMatchObject({ state, says: expect.stringContaining(text) })
})

test.each(['', 'TheIsle', 'TheIsle/Saved'])(
  "[CN1002] a folder of the game (server/%s) is not taken for the mod's, and nothing is written there",
  async (inside) => {
    const { root } = await modFolder()
    await mkdir(join(root, 'server/TheIsle/Saved/Logs'), { recursive: true })
    const path = join(root, 'server', inside)
    const before = await readdir(path)
    expect(await check(path)).toEqual([
      expect.objectContaining({
        state: 'bad',
        says: `${path} is a folder of the game itself, not of the mod.`,
        mend: expect.stringContaining('Mods/CommandBridge/Saved'),
      }),
    ])
    expect(await readdir(path)).toEqual(before)
  },
)

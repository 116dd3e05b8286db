import { appendFile, copyFile, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Folder } from '../files/folder.ts'
import { createHostKeys } from '../files/hostKeys.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import { openPanelFolder } from '../files/panelFolder.ts'
import { openSftpFolder } from '../files/sftpFolder.ts'
import { startPanelServer } from '../simulator/panelServer.ts'
import { startSftpServer } from '../simulator/sftpServer.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { encodeLine, lineTime } from './encodeLine.ts'
import { createLogFollower, type LogPosition } from './follower.ts'
import type { LogEvent } from './logEvent.ts'
import { createLineParser } from './parseLine.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'game-log-'))
})
afterEach(() => rm(root, { recursive: true }))

const log = () => join(root, 'TheIsle.log')
const time = lineTime(Date.UTC(2026, 10, 22, 13, 27, 57, 250), 7 * 3_600_000, 'unreal')
const player = { id: '76561198000000001', name: 'あ Sxntyy ꫟' }
const animal = { species: 'Troodon', gender: 'Male', growth: 0.25 } as const
const joined: LogEvent = { kind: 'join', time, player, save: 'none', animal }
const said: LogEvent = { kind: 'chat', time, channel: 'global', group: '7', player, text: '!link 4711' }
const left: LogEvent = { kind: 'leave', time, player, isSafe: false, animal }
const opened = (second: number) => `\uFEFFLog file open, 11/22/26 20:27:${second}\r\n`
const lineOf = (event: LogEvent) => `${encodeLine(event, 'unreal', 791)}\r\n`

const local = () => openLocalFolder({ path: root })

async function readAll(position: LogPosition | null, open: () => Folder = local) {
  const folder = open()
  const follower = createLogFollower({ folder, entryOf: createLineParser().eventOf, startAt: 'start' })
  const events: LogEvent[] = []
  let batch = await follower.next(position)
  for (events.push(...batch.entries); batch.isMore; events.push(...batch.entries))
    batch = await follower.next(batch.position)
  await folder.close()
  return { events, batch, position: structuredClone(batch.position) }
}

test('[LG64] a log on this machine is followed across a restart of hub and game, and a link in its place is not', async () => {
  const { position, backup } = await followOverRestart(local)
  await rename(log(), join(root, 'TheIsle-backup-2026.11.22-21.00.00.log'))
  await symlink(backup, log())
  expect((await readAll(position)).batch).toMatchObject({ missing: 'noFile', entries: [] })
})

test('[LG65] a log on an SFTP server is followed across a restart of hub and game', async () => {
  const password = 'n0t-t0-be-sh0wn'
  const server = await startSftpServer({ host, port: 0, root, user: 'steam', password, clock: steadyClock })
  const address = { host, port: server.port, user: 'steam' }
  const hostKeys = createHostKeys(join(root, 'known-hosts.json'))
  await followOverRestart(() =>
    openSftpFolder({ address, path: '/', key: { password }, hostKeys, clock: steadyClock, log: silent }),
  )
  await server.close()
})

test('[LG66] a log behind a hosting panel is followed across a restart of hub and game', async () => {
  const panel = { key: 'n0t-t0-be-sh0wn', server: '1a2b3c4d' }
  const server = await startPanelServer({ host, port: 0, root, clock: steadyClock, ...panel })
  await followOverRestart(() =>
    openPanelFolder({ path: '/', clock: steadyClock, panel: { ...panel, url: server.url } }),
  )
  await server.close()
})

const host = '127.0.0.1'
const silent = { info() {}, warn() {} }

async function followOverRestart(open: () => Folder) {
  expect((await readAll(null, open)).batch).toMatchObject({ missing: 'absent', position: { file: null } })
  const foreign = '[2026.11.22-13.27.58:001][792]LogNet: x\r\n'
  await writeFile(log(), `${opened(10)}${lineOf(joined)}${foreign}${lineOf(said).slice(0, 90)}`)
  const first = await readAll(null, open)
  expect(first.events.slice(1)).toEqual([joined])

  await appendFile(log(), lineOf(said).slice(90))
  const backup = join(root, 'TheIsle-backup-2026.11.22-20.40.00.log')
  await copyFile(log(), backup)
  await truncate(log())
  await appendFile(log(), `${opened(40)}${lineOf(left)}`)
  const second = await readAll(first.position, open)
  expect(second.events.filter(({ kind }) => kind !== 'opened')).toEqual([said, left])
  return { backup, position: second.position }
}

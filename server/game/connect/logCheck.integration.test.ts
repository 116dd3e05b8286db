import { appendFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FolderPlace } from '../files/openFolder.ts'
import { startSftpServer } from '../simulator/sftpServer.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { startTestSimulator } from '../testing/testSimulator.ts'
import { checkLog, engineIniLines } from './logCheck.ts'
import { inPlace } from './placeCheck.ts'

const statesOf = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state)

async function emptyFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'waterhole-connect-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

interface Checked {
  readonly folder?: string
  readonly now?: number
  readonly password?: string
  readonly dataDir?: string
}
const check = (
  given: FolderPlace | string,
  { folder = '', now = Date.now(), password = 'w0rd', dataDir = '' }: Checked = {},
) => {
  const place = typeof given === 'string' ? ({ kind: 'local', path: given } as const) : given
  const access = { key: { password }, panel: null, dataDir }
  return inPlace(place, access, (open) => checkLog(open, { place, folder, file: null }, { now }))
}

test('[CN4] a log with players is good; one without says which lines of Engine.ini are missing', async () => {
  const path = await emptyFolder()
  const simulator = await startTestSimulator({ logs: { folder: path, chatEveryMs: 0 } })
  await simulator.gameLog?.written()
  const quiet = await check(path)
  expect(statesOf(quiet)).toEqual(['good', 'warning'])
  expect(quiet[1]?.add).toEqual({ file: 'Engine.ini', lines: engineIniLines })
  const [player] = simulator.world.online()
  if (player) simulator.gameLog?.say(player, 'hello')
  await simulator.gameLog?.written()
  const findings = await check(path)
  expect(statesOf(findings)).toEqual(['good', 'good'])
  expect(findings[1]?.says).toContain('chat, the latest just now')
})

/** `Saved` with a log in which no player occurs. */
async function savedFolder() {
  const path = await emptyFolder()
  await mkdir(join(path, 'Logs'))
  await writeFile(join(path, 'Logs', 'TheIsle.log'), 'LogNet: nothing of interest\n')
  await mkdir(join(path, 'Config', 'WindowsServer'), { recursive: true })
  const ini = (text: string | Buffer) => writeFile(join(path, 'Config', 'WindowsServer', 'Engine.ini'), text)
  return { path, ini }
}

test('[CN8] where Engine.ini can be read, only the lines that it lacks are named', async () => {
  const { path, ini } = await savedFolder()
  await ini(
    '[Core.Log]\r\nLogTheIsleChatData=Verbose\r\nLogTheIsleKillData=Error\r\n[Other]\r\nLogTheIsleJoinData=Verbose\r\n',
  )
  const [, found] = await check(path, { folder: 'Logs' })
  expect(found).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('Engine.ini does not switch on LogTheIsleJoinData'),
  })
  expect(found?.add?.lines).toEqual(engineIniLines.filter((line) => !line.startsWith('LogTheIsleChatData')))
})

test('[CN9] where all categories are on, no line is named; UTF-16 is read', async () => {
  const { path, ini } = await savedFolder()
  await ini(Buffer.from(`\u{FEFF}${engineIniLines.join('\r\n')}\r\n`, 'utf16le'))
  const [, found] = await check(path, { folder: 'Logs' })
  expect(found).toMatchObject({ state: 'warning', add: null, mend: expect.stringContaining('Join the game') })
})

test('[CN5] a missing log is reported with what is in the folder instead', async () => {
  const path = await emptyFolder()
  await writeFile(join(path, 'Game.ini'), '')
  const [finding] = await check(path)
  expect(finding).toMatchObject({ state: 'bad', says: expect.stringContaining('It holds Game.ini.') })
  await mkdir(join(path, 'Logs'))
  expect((await check(path))[0]?.mend).toMatch(/^Try its folder Logs\./)
})

test('[CN37] a link or a folder in place of the log is reported as one', async () => {
  const path = await emptyFolder()
  await writeFile(join(path, 'real.log'), '')
  await symlink(join(path, 'real.log'), join(path, 'TheIsle.log'))
  const findings = await check(path)
  expect(findings).toMatchObject([
    { state: 'bad', says: expect.stringContaining('is not a file but a folder or a link') },
  ])
})

test('[CN22] a missing folder is reported with the folders that are there, and with the name that differs in capitals alone', async () => {
  const path = await emptyFolder()
  await mkdir(join(path, 'TheIsle', 'Saved', 'logs'), { recursive: true })
  await mkdir(join(path, 'steamapps'))
  const [wrong] = await check(join(path, 'server', 'TheIsle'), { folder: 'Logs' })
  expect(wrong).toMatchObject({
    state: 'bad',
    says: `There is no folder server in ${path}. Its folders are TheIsle, steamapps.`,
    mend: expect.stringContaining('TheIsle/Saved/Logs'),
  })
  const [capitals] = await check(join(path, 'TheIsle', 'Saved'), { folder: 'Logs' })
  expect(capitals).toMatchObject({ state: 'bad', mend: 'It is written logs there; upper and lower case matter.' })
})

test('[CN6] an old log is a warning, and only the end of a large one is read', async () => {
  const path = await emptyFolder()
  const file = join(path, 'TheIsle.log')
  await writeFile(file, 'Log file open, 11/22/26 13:00:00\n')
  for (let n = 0; n < 40; n += 1)
    await appendFile(file, 'LogNet: nothing of interest in this line at all\n'.repeat(1_000))
  const later = Date.now() + 5 * 3_600_000
  const findings = await check(path, { now: later })
  expect(statesOf(findings)).toEqual(['good', 'warning', 'warning'])
  expect(findings[1]?.says).toBe('Its last line is 5 h old.')
})

test('[CN23] of an SFTP server the host key is shown when it is kept, and afterwards; a wrong password and another key are reported', async () => {
  const [root, dataDir] = [await emptyFolder(), await emptyFolder()]
  await mkdir(join(root, 'Logs'))
  const settings = { host: '127.0.0.1', root, user: 'steam', password: 'w0rd', clock: steadyClock }
  const server = await startSftpServer({ ...settings, port: 0 })
  onTestFinished(() => server.close())
  const address = { host: '127.0.0.1', port: server.port, user: 'steam' }
  const place = (path: string): FolderPlace => ({ kind: 'sftp', address, path })
  const [key, missing] = await check(place('/Saved'), { dataDir })
  expect(key).toMatchObject({ state: 'good', says: expect.stringMatching(/is SHA256:\S+ It is kept/) })
  expect(missing?.says).toBe('There is no folder Saved in / over SFTP. Its folders are Logs.')
  const [again, refused] = await check(place('/Logs'), { dataDir, password: 'n0t-t0-be-sh0wn' })
  expect(again?.says).not.toContain('It is kept')
  expect(refused).toMatchObject({ state: 'bad', says: expect.stringContaining('does not let "steam" sign in') })
  await server.close()
  const other = await startSftpServer({ ...settings, port: address.port })
  onTestFinished(() => other.close())
  const [changed, ...more] = await check(place('/Logs'), { dataDir })
  expect(more).toEqual([])
  expect(changed).toMatchObject({ state: 'bad', mend: expect.stringContaining('Ask your host') })
  expect(JSON.stringify([key, missing, again, refused, changed])).not.toMatch(/n0t-t0-be-sh0wn|w0rd/)
})

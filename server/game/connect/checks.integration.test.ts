import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testing/freePort.ts'
import { openLocalFolder } from '../files/localFolder.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { checkLog, checkRcon, engineIniLines } from './checks.ts'

const statesOf = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state)

async function emptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'waterhole-connect-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return { path, folder: openLocalFolder({ path }) }
}

test('[CN1] a game that takes the password is named with its players, over one connection', async () => {
  const simulator = await startTestSimulator()
  const findings = await checkRcon({ host: '127.0.0.1', port: simulator.port, password: testPassword })
  expect(statesOf(findings)).toEqual(['good', 'good'])
  expect(findings[1]?.says).toMatch(/answers: \d+ of 300 players online\.$/)
  expect(simulator.log.filter(({ command }) => command === 'login')).toHaveLength(1)
  await expect.poll(() => simulator.connections()).toBe(0)
})

test('[CN2] a wrong password is said, and where the right one is', async () => {
  const simulator = await startTestSimulator()
  const [finding] = await checkRcon({ host: '127.0.0.1', port: simulator.port, password: 'wrong-one' })
  expect(finding).toMatchObject({ state: 'bad', says: expect.stringContaining('refuses the password') })
  expect(finding?.mend).toContain('RconPassword')
  expect(JSON.stringify(finding)).not.toContain('wrong-one')
})

test('[CN3] a closed port is said, and which settings open it', async () => {
  const port = await freePort()
  const [finding] = await checkRcon({ host: '127.0.0.1', port, password: 'x' })
  expect(finding).toMatchObject({ state: 'bad', says: `Nothing listens at 127.0.0.1:${port}.` })
  expect(finding?.mend).toMatch(/bRconEnabled=true.*RconPort/)
})

test('[CN4] a log with players is good; one without says which lines of Engine.ini are missing', async () => {
  const { path, folder } = await emptyFolder()
  const simulator = await startTestSimulator({ logs: { folder: path, chatEveryMs: 0 } })
  const place = { folder, directory: '' }
  await simulator.gameLog?.written()
  const quiet = await checkLog(place, Date.now())
  expect(statesOf(quiet)).toEqual(['good', 'warning'])
  for (const line of engineIniLines) expect(quiet[1]?.mend).toContain(line)
  const [player] = simulator.world.online()
  if (player) simulator.gameLog?.say(player, 'hello')
  await simulator.gameLog?.written()
  const findings = await checkLog(place, Date.now())
  expect(statesOf(findings)).toEqual(['good', 'good'])
  expect(findings[1]?.says).toContain('chat; the last of them just now')
})

test('[CN5] a missing log is said with what is in the folder instead', async () => {
  const { path, folder } = await emptyFolder()
  await writeFile(join(path, 'Game.ini'), '')
  const [finding] = await checkLog({ folder, directory: '' }, Date.now())
  expect(finding).toMatchObject({ state: 'bad', says: expect.stringContaining('It holds Game.ini.') })
  const [absent] = await checkLog({ folder, directory: 'Logs' }, Date.now())
  expect(absent).toMatchObject({ state: 'bad', mend: expect.stringContaining('TheIsle/Saved/Logs') })
})

test('[CN6] an old log is a warning, and only the end of a large one is read', async () => {
  const { path, folder } = await emptyFolder()
  const file = join(path, 'TheIsle.log')
  await writeFile(file, 'Log file open, 11/22/26 13:00:00\n')
  for (let n = 0; n < 40; n += 1)
    await appendFile(file, 'LogNet: nothing of interest in this line at all\n'.repeat(1_000))
  const later = Date.now() + 5 * 3_600_000
  const findings = await checkLog({ folder, directory: '' }, later)
  expect(statesOf(findings)).toEqual(['good', 'warning', 'warning'])
  expect(findings[1]?.says).toBe('Its last line is 5 h old.')
})

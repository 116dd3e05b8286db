import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testing/freePort.ts'
import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { checkRcon, readRcon } from './rconCheck.ts'

const statesOf = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state)

test('[CN1] a game that takes the password is named with its players, over one connection', async () => {
  const simulator = await startTestSimulator()
  const findings = await checkRcon({ host: '127.0.0.1', port: simulator.port, password: testPassword })
  expect(statesOf(findings)).toEqual(['good', 'good'])
  expect(findings[1]?.says).toMatch(/answers: \d+ of 300 players online\.$/)
  expect(simulator.log.filter(({ command }) => command === 'login')).toHaveLength(1)
  await expect.poll(() => simulator.connections()).toBe(0)
})

test('[CN2] a wrong password is reported, and where the right one is', async () => {
  const simulator = await startTestSimulator()
  const [finding] = await checkRcon({ host: '127.0.0.1', port: simulator.port, password: 'wrong-one' })
  expect(finding).toMatchObject({ state: 'bad', says: expect.stringContaining('refuses the password') })
  expect(finding?.mend).toContain('RconPassword')
  expect(JSON.stringify(finding)).not.toContain('wrong-one')
})

test('[CN3] a closed port is reported, and which settings open it', async () => {
  const port = await freePort()
  const [finding] = await checkRcon({ host: '127.0.0.1', port, password: 'x' })
  expect(finding).toMatchObject({ state: 'bad', says: `Nothing listens at 127.0.0.1:${port}.` })
  expect(finding?.add).toEqual({
    file: 'Game.ini',
    lines: expect.arrayContaining(['bRconEnabled=true', `RconPort=${port}`]),
  })
})

test('[CN36] a game that hangs up at the login is not called unreachable: password and port are named', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.destroy()))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const [finding] = await checkRcon({ host: '127.0.0.1', port, password: 'wrong-one' })
  expect(finding).toMatchObject({
    state: 'bad',
    says: expect.stringContaining(`Something answers at 127.0.0.1:${port}`),
  })
  expect(finding?.says).not.toContain('cannot be reached')
  expect(finding?.mend).toMatch(/RconPassword.*RconPort/)
})

test('[CN7] over a link that is open already no further connection is made', async () => {
  const simulator = await startTestSimulator()
  const link = createEvrimaLink({ host: '127.0.0.1', port: simulator.port, password: testPassword })
  try {
    await expect.poll(() => link.state().name).toBe('up')
    expect(statesOf(await readRcon(link, 'game:1'))).toEqual(['good', 'good'])
    expect(simulator.log.filter(({ command }) => command === 'login')).toHaveLength(1)
  } finally {
    await link.close()
  }
})

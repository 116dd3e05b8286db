import { onTestFinished } from 'vitest'
import type { ActionLink } from './actionLink.ts'
import { createBridgeLink } from './bridge/bridgeLink.ts'
import { createEvrimaLink } from './evrima/evrimaLink.ts'
import type { CommandFault } from './simulator/mod/modRunner.ts'
import type { ModServer } from './simulator/mod/sourceServer.ts'
import type { Simulator } from './simulator/simulator.ts'
import { createSourceLink } from './source/sourceLink.ts'
import { actionLinkContract, type ContractSetting, type ContractTrouble } from './testing/actionLinkContract.ts'
import { startTestSimulator, testPassword } from './testing/testSimulator.ts'

const host = '127.0.0.1'
const token = 'br1dge-t0ken'
const retries = { firstRetryMs: 5, longestRetryMs: 20, refusedRetryMs: 20 }

actionLinkContract('evrima', async () => {
  const simulator = await startTestSimulator()
  const timings = { ...retries, firstByteMs: 2_000, silentMs: 500, quietMs: 40, unfinishedMs: 120 }
  const link = createEvrimaLink({ host, port: simulator.port, password: testPassword, timings })
  onTestFinished(() => link.close())
  const { faults, log } = simulator
  const spoil: Record<ContractTrouble, () => void> = {
    unheard: () => void faults.unheardNext++,
    unanswered: () => void faults.dropNext++,
    halfway: () => void faults.halfNext++,
    answered: () => void faults.dropAfterNext++,
    garbage: () => void faults.garbageNext++,
    silence: () => void faults.muteNext++,
  }
  const reads = new Set(['login', 'playerlist', 'serverdetails'])
  return settingOf(simulator, link.actions, {
    faults,
    secret: testPassword,
    befall: (trouble) => spoil[trouble](),
    arrived: () => log.filter(({ command }) => !reads.has(command)).length,
  })
})

const troubleAtDoor: Record<ContractTrouble, CommandFault> = {
  unheard: 'dropUnheard',
  unanswered: 'dropUnanswered',
  halfway: 'dropHalfway',
  answered: 'dropAnswered',
  garbage: 'garbage',
  silence: 'silence',
}

actionLinkContract('source', async () => {
  const simulator = await startTestSimulator({ source: { port: 0, password: testPassword } })
  const door = opened(simulator.source)
  const timings = { ...retries, connectMs: 3_000, replyMs: 1_500, quietMs: 40 }
  const link = createSourceLink({ host, port: door.port, password: testPassword, timings })
  return settingOf(simulator, link, atDoor(door, testPassword))
})

actionLinkContract('bridge', async () => {
  const simulator = await startTestSimulator({ bridge: { port: 0, token } })
  const door = opened(simulator.bridge)
  const timings = { ...retries, connectMs: 3_000, answerMs: 1_500, lookEveryMs: 1_000 }
  const link = createBridgeLink({ url: `http://${host}:${door.port}/`, token, timings })
  return settingOf(simulator, link, atDoor(door, token))
})

function opened(door: ModServer | null): ModServer {
  if (!door) throw new Error('The simulator has not opened this door.')
  return door
}

type Ways = Pick<ContractSetting, 'secret' | 'befall' | 'arrived'> & {
  readonly faults: { cut(): Promise<void>; restore(): Promise<void> }
}

const atDoor = ({ faults, log }: ModServer, secret: string): Ways => ({
  faults,
  secret,
  befall: (trouble) => void faults.next.push(troubleAtDoor[trouble]),
  arrived: () => log.length,
})

async function settingOf({ world }: Simulator, link: ActionLink, { faults, ...ways }: Ways): Promise<ContractSetting> {
  onTestFinished(() => link.close())
  const untilUp = () =>
    new Promise<void>((resolve) => {
      if (link.state().name === 'up') return resolve()
      const stop = link.onState(({ name }) => {
        if (name !== 'up') return
        stop()
        resolve()
      })
    })
  await untilUp()
  return { link, world, ...ways, untilUp, cut: faults.cut, restore: faults.restore }
}

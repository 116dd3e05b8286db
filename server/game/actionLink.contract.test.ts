import { onTestFinished } from 'vitest'
import type { ActionLink } from './actionLink.ts'
import { createBridgeLink } from './bridge/bridgeLink.ts'
import { createEvrimaLink } from './evrima/evrimaLink.ts'
import type { CommandFault } from './simulator/mod/modRunner.ts'
import type { ModServer } from './simulator/mod/sourceServer.ts'
import type { Simulator } from './simulator/simulator.ts'
import { createSourceLink } from './source/sourceLink.ts'
import {
  actionLinkContract,
  type ContractFault,
  type ContractSetting,
  type Patience,
} from './testing/actionLinkContract.ts'
import { steadyClock } from './testing/steadyClock.ts'
import { startTestSimulator, testPassword } from './testing/testSimulator.ts'

const host = '127.0.0.1'
const token = 'br1dge-t0ken'
const waitMs: Record<Patience, number> = { brief: 5_000, patient: 120_000 }
const retries = { firstRetryMs: 5, maxRetryMs: 20, refusedRetryMs: 20 }

actionLinkContract('evrima', async () => {
  const simulator = await startTestSimulator()
  const timings = { ...retries, firstByteMs: 2_000, silentMs: 500, quietMs: 40, unfinishedMs: 120 }
  const link = createEvrimaLink({ host, port: simulator.port, password: testPassword, timings, clock: steadyClock })
  onTestFinished(() => link.close())
  const { faults, log } = simulator
  const spoil: Record<ContractFault, () => void> = {
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
    befall: (fault) => spoil[fault](),
    arrived: () => log.filter(({ command }) => !reads.has(command)).length,
  })
})

const modFaultOf: Record<ContractFault, CommandFault> = {
  unheard: 'dropUnheard',
  unanswered: 'dropUnanswered',
  halfway: 'dropHalfway',
  answered: 'dropAnswered',
  garbage: 'garbage',
  silence: 'silence',
}

actionLinkContract('source', async (patience) => {
  const simulator = await startTestSimulator({ source: { port: 0, password: testPassword } })
  const server = required(simulator.source)
  const timings = { ...retries, connectMs: 120_000, replyMs: waitMs[patience], quietMs: 40 }
  const link = createSourceLink({ host, port: server.port, password: testPassword, timings, clock: steadyClock })
  return settingOf(simulator, link, modFaultsOf(server, testPassword))
})

actionLinkContract('bridge', async (patience) => {
  const simulator = await startTestSimulator({ bridge: { port: 0, token } })
  const server = required(simulator.bridge)
  const timings = { ...retries, connectMs: 120_000, answerMs: waitMs[patience], probeEveryMs: 1_000 }
  const link = createBridgeLink({ url: `http://${host}:${server.port}/`, token, timings, clock: steadyClock })
  return settingOf(simulator, link, modFaultsOf(server, token))
})

function required(server: ModServer | null): ModServer {
  if (!server) throw new Error('The simulator has not started this server.')
  return server
}

type Ways = Pick<ContractSetting, 'secret' | 'befall' | 'arrived'> & {
  readonly faults: { cut(): Promise<void>; restore(): Promise<void> }
}

const modFaultsOf = ({ faults, log }: ModServer, secret: string): Ways => ({
  faults,
  secret,
  befall: (fault) => void faults.next.push(modFaultOf[fault]),
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

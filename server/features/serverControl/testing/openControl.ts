import type { Role } from '../../../../shared/engine/permissions.ts'
import { type Delivery, deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { reportSendable } from '../../../../shared/features/deliveries/hubCommands.ts'
import type { DeliveryKind } from '../../../../shared/features/deliveries/kinds.ts'
import { reportLink, reportServer } from '../../../../shared/features/server/commands.ts'
import { broadcasts } from '../../../../shared/features/serverControl/broadcasts.ts'
import { serverControl, serverNotices } from '../../../../shared/features/serverControl/serverControl.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createMemoryStorage, type TestStore } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'

const minuteMs = 60_000

/** What a command returned, or the code and the sentence of its refusal. */
type Answered = Readonly<
  Partial<Record<'code' | 'message' | 'id' | 'waiting' | 'change', string> & Record<'nextAt' | 'at', number>>
>

interface Reported {
  readonly playerCount?: number | null
  readonly startedAt?: number | null
  readonly whitelist?: boolean | null
}

/** A hub with all features on a clock that the test moves, which begins on Thursday, 2026-01-01 at 00:00 UTC. Olga is the owner. */
export async function openControl(store: TestStore = createMemoryStorage()) {
  let app = await openApp(allFeatures, { memory: store })
  const { clock, memory } = app
  const ask = async (command: { readonly name: string }, input: object = {}, who = 'olga', role: Role = 'owner') => {
    const answer = await app.dispatch(inSession(person(who, role)), command.name, input)
    return answer.ok ? (answer.output as Answered) : ({ code: answer.code, message: answer.message } as Answered)
  }
  /** Waits until due timers have run, and what they set for now. */
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await app.hub.settled()
      await memory.idle()
      clock.pass(0)
    }
  }
  const pass = async (ms: number) => {
    // Step by step: a timer that runs sets the next one.
    for (let left = ms; left > 0; ) {
      const step = Math.min(left, Math.max(1, clock.untilNext() ?? left))
      clock.pass(step)
      left -= step
      await settle()
    }
  }
  const execute = (name: string, input: object) => app.hub.execute('game link', name, { server: 'main', ...input })
  const entries = () =>
    Object.values(app.hub.read(deliveries, 'main').entries).toSorted((one, other) => one.number - other.number)
  await ensureAccount(app.hub, clock.now(), { account: 'olga' })
  return {
    clock,
    memory,
    get hub() {
      return app.hub
    },
    get faults() {
      return app.faults
    },
    ask,
    pass,
    passMinutes: (minutes: number) => pass(minutes * minuteMs),
    settle,
    execute,
    async restart(awayMs = 0) {
      await app.hub.close()
      clock.pass(awayMs)
      app = await app.restart()
      clock.pass(0)
      await settle()
    },
    /**
     * The hub dies while it writes what is due by now: the write is lost, or is in the store and answered to no one. It stays away for
     * `awayMs`. @param dueMs time that passes before the write
     */
    async crash(dueMs: number, isLost: boolean, awayMs: number) {
      memory.hold()
      clock.pass(dueMs)
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (isLost) memory.fail(new Error('the machine is gone'))
      memory.release()
      await app.hub.close().catch(() => {})
      memory.fail(null)
      clock.pass(awayMs)
      app = await app.restart()
      clock.pass(0)
      await settle()
    },
    /** The game's status is read. */
    async reads({ playerCount = null, startedAt = null, whitelist = null }: Reported) {
      const link = { name: 'up', since: clock.now(), why: null }
      await execute(reportLink.name, { link, simulated: true, metresPerUnit: 1, mapImage: null })
      const unknown = { name: null, map: null, version: null, dayLengthMinutes: null, nightLengthMinutes: null }
      const reading = {
        ...unknown,
        readAt: clock.now(),
        latencyMs: 20,
        playerCount,
        maxPlayers: 100,
        hasPassword: null,
        startedAt,
        clock: null,
      }
      const switches = { askedAt: clock.now(), whitelist, globalChat: null, humans: null, spawnAI: null }
      await execute(reportServer.name, { reading, switches })
    },
    canSend: (...kinds: DeliveryKind[]) => execute(reportSendable.name, { kinds }),
    control: () => app.hub.read(serverControl, 'main'),
    notices: () => app.hub.read(serverNotices, 'main'),
    broadcasts: () => app.hub.read(broadcasts, 'main'),
    entries,
    /** Of one kind, in order. */
    ordered: (kind: Delivery['kind']) => entries().filter((one) => one.kind === kind),
    said: () => entries().flatMap(({ kind, detail }) => (kind === 'broadcast' ? (detail.text ?? '') : [])),
  }
}

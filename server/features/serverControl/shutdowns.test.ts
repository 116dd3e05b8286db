import { expect, test } from 'vitest'
import { startServer } from '../../../shared/features/deliveries/commands.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { reportHost } from '../../../shared/features/gameHost/commands.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { openControl } from './testing/openControl.ts'

/** 04:00 UTC of the first day. */
const four = Date.UTC(2026, 0, 1, 4)
const dayMs = 24 * 60 * 60_000

type Control = Awaited<ReturnType<typeof openControl>>

async function confirm({ execute }: Control, id: string | undefined) {
  await execute(beginAttempt.name, { id, link: 'host', command: 'x', again: false })
  await execute(endAttempt.name, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
}

const start = async (app: Control) => confirm(app, (await app.ask(startServer)).id)
const tellRunning = ({ execute, clock }: Control) => {
  const unknown = { uptimeMs: null, cpuPercent: null, memoryBytes: null, diskBytes: null }
  const reading = { readAt: clock.now(), state: 'running', ...unknown }
  return execute(reportHost.name, { adapter: 'amp', place: null, can: null, link: 'up', why: null, reading })
}

test.each([
  ['it is started by an order', start],
  ['the game answers', (app: Control) => app.reads({})],
  ['its host says that it runs', tellRunning],
])(
  '[SVC109] a server that was shut down is neither warned nor started by the schedule until %s',
  {
    tags: 'slow',
  },
  async (_, run) => {
    const app = await openControl()
    const { ask, control, notices, ordered, passMinutes, said } = app
    await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 0 } })
    // The first day players were warned before.
    await passMinutes(226)
    await ask(commands.shutDownNow, { reason: 'Other disks.' })
    await app.reads({})
    await confirm(app, ordered('shutdown')[0]?.id)
    expect([notices().restart, control().past]).toMatchObject([null, [{ at: four, outcome: 'off' }]])
    await passMinutes(24 * 60 + 15)
    const warnings = said().length
    expect(control().past.map(({ at, outcome }) => [at, outcome])).toEqual([
      [four + dayMs, 'off'],
      [four, 'off'],
    ])
    expect([warnings, ordered('restart')]).toEqual([2, []])
    await run(app)
    await passMinutes(24 * 60)
    expect(ordered('restart')).toMatchObject([{ by: 'restarts', queuedAt: four + 2 * dayMs }])
  },
)

import { expect, test } from 'vitest'
import { retry, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { openControl } from './testing/openControl.ts'

const quiet = { tell: false }

/** Maintenance has begun before the game was read. */
async function openMaintenance() {
  const app = await openControl()
  const { ask, ordered, execute } = app
  const begin = (id = '') =>
    execute(beginAttempt.name, { id, link: 'evrima', command: 'togglewhitelist', again: false })
  const end = (id: string, state: string, changed = true) =>
    execute(endAttempt.name, { id, attempt: 1, state, reply: null, why: null, changed })
  await ask(commands.enableMaintenance, quiet)
  const [on] = ordered('toggle')
  return {
    ...app,
    on: on?.id ?? '',
    begin,
    end,
    turned: () => ordered('toggle').map(({ detail, state }) => [detail.on, state]),
  }
}

test.each([
  ['confirmed', false, false],
  ['refused', true, false],
  ['confirmed', true, true],
])(
  '[SVC104] the whitelist whose order is %s, changed: %s, is turned off at the end of maintenance: %s',
  async (state, changed, isTurnedOff) => {
    const { ask, on, begin, end, reads, turned } = await openMaintenance()
    await begin(on)
    await end(on, state, changed)
    await reads({ whitelist: true })
    await ask(commands.disableMaintenance, quiet)
    expect(turned()).toEqual([[true, state], ...(isTurnedOff ? [[false, 'queued']] : [])])
  },
)

test('[SVC105] an order for the whitelist that was not sent when maintenance ends is taken back', async () => {
  const { ask, turned } = await openMaintenance()
  await ask(commands.disableMaintenance, quiet)
  expect(turned()).toEqual([[true, 'dropped']])
})

test.each([true, false])(
  '[SVC106] an order for the whitelist that ends after maintenance and happened: %s, is followed by "off" only then',
  async (happened) => {
    const { ask, on, begin, end, turned, control } = await openMaintenance()
    await begin(on)
    await ask(commands.disableMaintenance, quiet)
    await end(on, 'unknown')
    expect(turned()).toEqual([[true, 'unknown']])
    await ask(settle, { id: on, happened })
    expect(turned().slice(1)).toEqual(happened ? [[false, 'queued']] : [])
    expect(control()).toMatchObject({ turnedWhitelistOn: false, whitelistOrder: null })
  },
)

test('[SVC107] a retry counts as the order of maintenance, and its outcome is noted at once', async () => {
  const { ask, on, begin, end, turned, control } = await openMaintenance()
  await begin(on)
  await end(on, 'failed')
  const { id = '' } = await ask(retry, { id: on })
  await begin(id)
  await end(id, 'confirmed')
  expect(control()).toMatchObject({ turnedWhitelistOn: true, whitelistOrder: null })
  await ask(commands.disableMaintenance, quiet)
  expect(turned().at(-1)).toEqual([false, 'queued'])
})

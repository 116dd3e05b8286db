import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { openDeliveries } from './testing/openDeliveries.ts'

/** Lines that programs send: they have no page that reads a line before it is sent. */
async function openConsole() {
  const { ask, all } = await openDeliveries()
  return { all, run: (text: string) => ask('ann', 'admin', commands.runConsole, { text }) }
}

test('[DL1503] a line of the game that lacks something is refused with its form and with what is wrong', async () => {
  const { run, all } = await openConsole()
  for (const [line, message] of [
    ['updateplayables', 'Write it as “updateplayables <names>”. List them, separated by commas.'],
    ['togglehumans maybe', 'Write it as “togglehumans <on or off>”. End with on or off.'],
    ['addwhitelist', 'Write it as “addwhitelist <player>”. Please enter a target player name'],
  ] as const)
    expect([line, await run(line)]).toMatchObject([line, { ok: false, code: 'incompleteLine', message }])
  expect(all()).toEqual([])
})

test('[DL1504] a part of a line that is too long is refused with its limit, and is not an internal error', async () => {
  const { run, all } = await openConsole()
  for (const line of [`addwhitelist ${'x'.repeat(300)}`, `directmessage ${'x'.repeat(300)} hello`])
    expect(await run(line)).toMatchObject({
      ok: false,
      code: 'incompleteLine',
      message: expect.stringMatching(/target: Too long, at most 200 characters/),
    })
  expect(all()).toEqual([])
})

import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import type { Command } from '../../shared/engine/command.ts'
import { broadcast, kickPlayer, runConsole } from '../../shared/features/deliveries/commands.ts'
import { wishRefusals } from '../../shared/features/deliveries/refusals.ts'
import { deliveryProblem, refusalStatuses } from './deliveryProblem.ts'

function answerTo(code: string, message = 'No.', command: Command = kickPlayer, problems?: string[]) {
  let status = 0
  const reply = {
    code(given: number) {
      status = given
      return reply
    },
    send: (body: object) => body,
  }
  const body = deliveryProblem(reply as unknown as FastifyReply, command, { ok: false, code, message, problems })
  return { status, body: body as unknown as Record<string, unknown> }
}

test('[DP1] each reason for which nothing is asked of the game has a status, and its own words', () => {
  expect(Object.keys(refusalStatuses).sort()).toEqual(Object.keys(wishRefusals).sort())
  for (const [code, message] of Object.entries(wishRefusals)) {
    const { status, body } = answerTo(code, message)
    expect([code, status]).toEqual([code, refusalStatuses[code as keyof typeof wishRefusals]])
    expect(body).toEqual({ success: false, code, error: message })
  }
})

test('[DP2] none of them is one that programs repeat by themselves', () => {
  for (const status of Object.values(refusalStatuses)) expect([400, 403, 404, 409]).toContain(status)
})

test('[DP3] without the permission it is said in the words of these doors, and what the hub itself refuses as anywhere', () => {
  expect(answerTo('forbidden')).toMatchObject({
    status: 403,
    body: { error: '❌ You do not have permission for this action' },
  })
  expect(answerTo('forbidden', '', broadcast).body.error).toBe('❌ You do not have broadcast permission')
  expect([answerTo('tooFast').status, answerTo('storageFull').status, answerTo('badInput').status]).toEqual([
    429, 503, 400,
  ])
  for (const code of ['constructor', '__proto__']) expect(answerTo(code).status).toBe(409)
})

test('[DP4] what is wrong with a field is told under the name that it has at these doors', () => {
  const told = (command: Command, field: string) =>
    answerTo('badInput', 'No.', command, [`${field}: too long: 5`]).body.error
  expect(told(broadcast, 'text')).toBe('No. message: too long: 5')
  expect(told(runConsole, 'text')).toBe('No. command: too long: 5')
  expect(told(kickPlayer, 'target')).toBe('No. player: too long: 5')
  for (const field of ['reason', 'constructor']) expect(told(kickPlayer, field)).toBe(`No. ${field}: too long: 5`)
})

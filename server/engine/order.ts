import type { Answer } from '../../shared/protocol/commandCall.ts'
import { carryOut, type DispatchParts, refusalOf } from './dispatch.ts'
import type { createOrderAnswers } from './orderAnswers.ts'
import { OrderRefused } from './orderRefused.ts'
import { hubPrincipal } from './principal.ts'
import { problemsOf } from './problems.ts'
import type { Registry } from './registry.ts'

/** The order as its command has it. @throws when no feature knows it, or when its input is not of the right form */
export function checkedOrder(registry: Pick<Registry, 'commands'>, name: string, input: unknown) {
  const implementation = registry.commands.get(name)
  if (!implementation) throw new Error(`No feature has brought the command "${name}"`)
  return { implementation, input: implementation.command.input.parse(input) }
}

/** What an order gives. @throws OrderRefused */
export function outputOf(name: string, answer: Answer): unknown {
  if (!answer.ok) throw new OrderRefused(name, answer.code, answer.message)
  return answer.output
}

/** Orders of the hub's own: what a person would be told, the worker is thrown. */
export const createOrder = (parts: DispatchParts) => async (actor: string, name: string, input: unknown) => {
  const order = checkedOrder(parts.registry, name, input)
  const asked = { principal: hubPrincipal(actor), address: null, input: order.input, commandId: null }
  return outputOf(name, await carryOut(parts, order.implementation, asked))
}

/**
 * An order that is repeated with the same id until it is answered, and done once: also by whoever takes over, if it changed what is
 * kept. Never rejects.
 */
export const createOrderOnce =
  (parts: DispatchParts & { readonly orderAnswers: ReturnType<typeof createOrderAnswers> }) =>
  (actor: string, name: string, input: unknown, id: string): Promise<Answer> => {
    const answered = parts.orderAnswers.find(id)
    if (answered) return answered
    const implementation = parts.registry.commands.get(name)
    if (!implementation) return Promise.resolve(refusalOf('unknownCommand'))
    const parsed = implementation.command.input.safeParse(input)
    if (!parsed.success) return Promise.resolve(refusalOf('badInput', problemsOf(parsed.error)))
    const asked = { principal: hubPrincipal(actor), address: null, input: parsed.data, commandId: null, orderId: id }
    const answer = carryOut(parts, implementation, asked)
    parts.orderAnswers.keep(id, answer)
    return answer
  }

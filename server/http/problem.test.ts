import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import type { Query } from '../../shared/engine/query.ts'
import { withValues } from '../engine/inputProblems.ts'
import { register } from '../engine/registry.ts'
import { allFeatures } from '../testing/allFeatures.ts'
import { requestProblem } from './problem.ts'

const { commands, queries } = register(allFeatures)
const calls: readonly (Command | Query)[] = [
  ...[...commands.values()].map(({ command }) => command),
  ...[...queries.values()].map(({ query }) => query),
]

test('[PRB1838] a refusal that names a field of the input names one that the input has', () => {
  const named = calls.flatMap(({ name, input, refusalKinds = {} }) =>
    Object.values(refusalKinds).flatMap((kind) =>
      typeof kind === 'object' ? [{ name, input, path: kind.input.split('.') }] : [],
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  for (const { name, input, path } of named) {
    let part: unknown = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    for (const step of path) {
      const { properties, anyOf = [] } = part as { properties?: object; anyOf?: readonly { properties?: object }[] }
      const shape = properties ?? anyOf.find((one) => one.properties)?.properties ?? {}
      expect(Object.keys(shape), `${name}: ${path.join('.')}`).toContain(step)
      part = shape[step as keyof typeof shape]
    }
  }
})

test('[PRB1839] each kind of a refusal belongs to a refusal of its own call', () => {
  for (const { name, refusals = {}, refusalKinds = {} } of calls)
    for (const code of Object.keys(refusalKinds)) expect(Object.keys(refusals), name).toContain(code)
})

test('[PRB1840] what is wrong with a request names each wrong field with its value and what it may hold, and no other', () => {
  const Body = z.strictObject({
    name: z.string().max(5),
    level: z.int().min(1).max(3).optional(),
    tags: z.array(z.enum(['red', 'blue'])).optional(),
    options: z.object({ loud: z.boolean() }).optional(),
  })
  const allowed = { name: 'a text', level: 'a whole number from 1 to 3', tags: 'red or blue', options: 'an object' }
  const said = (body: unknown) => {
    const { error } = Body.safeParse(body, withValues)
    return error ? requestProblem(error, allowed) : null
  }
  expect(said({ name: 'Rex' })).toBeNull()
  expect(said({ name: 'x'.repeat(6) })).toBe('name: Too long, at most 5 characters. It has 6.')
  expect(said({})).toBe('name: a text. It is missing.')
  expect(said({ name: 'Rex', level: 4 })).toBe('level: a whole number from 1 to 3, not 4.')
  expect(said({ name: 'Rex', level: '2 %', tags: ['red', 'green', 'grey'] })).toBe(
    'level: a whole number from 1 to 3, not "2 %". tags: red or blue, not "green".',
  )
  expect(said({ name: 'Rex', options: { loud: 'yes' } })).toMatch(/^options\.loud: .*boolean/)
  expect(said({ name: 'Rex', options: 'loud' })).toBe('options: an object, not "loud".')
  expect(said({ name: 'Rex', nmae: 'Rex' })).toBe('There is no field "nmae". There are name, level, tags, options.')
  expect(said({ name: ['x'.repeat(500)] })).toMatch(/^name: a text, not \["x{50,60} …\.$/)
  for (const body of ['Rex', 5, null, []]) expect(said(body)).toBe('The body must be a JSON object.')
})

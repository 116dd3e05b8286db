import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import type { Principal } from '../../engine/principal.ts'
import { register } from '../../engine/registry.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { createAttack } from './testing/attackReport.ts'
import { withTextInEachField } from './testing/sampleInput.ts'

// A record that is asked for an id, and not whether it has a field of its own with that name, answers with what every object inherits.
const registry = register(allFeatures)
/** Each beside a name of the same length that nothing has. */
const names = [
  ['constructor', 'constructed'],
  ['__proto__', '__prote__'],
] as const
/** Earlier tries use them up. */
const limits = ['tooFast', 'tooManyGuesses']

test('[XA2232] a name that every object inherits is answered as an unknown name is, in whatever field it is', async () => {
  const attack = createAttack('names that every object inherits')
  const { hub, clock, dispatch } = await openApp(allFeatures)
  const fixed = { server: mainServer }
  let people = 0
  /** A new one for each try: many limits count for each account. */
  const owner = async () => {
    people += 1
    const account = `owner-${people}`
    await ensureAccount(hub, clock.now(), { account, steamId: `7656119800${String(people).padStart(7, '0')}` })
    return inSession(person(account, 'owner'))
  }
  type Ask = (who: Principal, input: unknown) => Promise<Answer>
  const compare = async (what: string, inputs: readonly unknown[], ask: Ask) => {
    const who = await owner()
    const codes: string[] = []
    for (const input of inputs) {
      const answer = await ask(who, input)
      codes.push(answer.ok ? 'ok' : answer.code)
    }
    const [unknown, inherited = ''] = codes.slice(-2)
    attack.attempt(inherited !== unknown && !limits.includes(inherited), () => `${what}: ${inherited}, not ${unknown}`)
  }
  for (const [inherited, unknown] of names) {
    for (const { query } of registry.queries.values())
      for (const [at, { path, input }] of withTextInEachField(query.input, inherited, fixed).entries()) {
        const other = withTextInEachField(query.input, unknown, fixed)[at]?.input
        const ask: Ask = (who, given) => hub.query(who, { name: query.name, input: given })
        await compare(`${query.name} ${path} ${inherited}`, [other, input], ask)
      }
    for (const { command } of registry.commands.values()) {
      if (command.permission === 'hub') continue
      for (const [at, { path, input }] of withTextInEachField(command.input, inherited, fixed).entries()) {
        const other = withTextInEachField(command.input, unknown, fixed)[at]?.input
        const ask: Ask = (who, given) => dispatch(who, command.name, given as object)
        // Twice, since many commands are refused the second time.
        await compare(`${command.name} ${path} ${inherited}`, [other, other, input], ask)
      }
    }
  }
  expect(attack.done()).toEqual([])
})

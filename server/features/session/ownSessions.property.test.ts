import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OwnSession, ownSessions, publicIdOf, sessions } from '../../../shared/features/session/session.ts'
import { tokenHash } from './openSessions.ts'
import { type OpenSessions, openSessions } from './testing/openSessions.ts'

const people = ['ann', 'bob'] as const
const Token = fc.constantFrom(...Array.from({ length: 8 }, (_, index) => `token ${index}`))
const hour = 3_600_000

/** One action on sessions. A refused action changes nothing. */
const Step = fc.oneof(
  fc.record({ act: fc.constant('open' as const), token: Token, accountId: fc.constantFrom(...people) }),
  fc.record({ act: fc.constant('elevate' as const), token: Token, next: Token }),
  fc.record({ act: fc.constantFrom('use' as const, 'close' as const, 'review' as const), token: Token }),
  fc.record({ act: fc.constant('endElevation' as const), token: Token }),
  fc.record({ act: fc.constant('revoke' as const), token: Token, other: Token }),
  fc.record({ act: fc.constant('closeAll' as const), token: Token, keepThis: fc.boolean() }),
  fc.record({ act: fc.constant('viewAs' as const), token: Token, role: fc.constantFrom('admin', 'player', null) }),
  fc.record({ act: fc.constant('pass' as const), hours: fc.constantFrom(1, 11, 13, 24 * 6, 24 * 8) }),
)
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never

async function apply(hub: OpenSessions, step: Step) {
  const execute = (name: string, input: object) => hub.hub.execute('sign-in', name, input)
  switch (step.act) {
    case 'open':
      return hub.open(step.token, { accountId: step.accountId })
    case 'elevate':
      return hub.elevate(step.token, step.next, 'owner')
    case 'use':
      return hub.use(step.token)
    case 'close':
    case 'review':
      return execute(`session.${step.act}`, { key: tokenHash(step.token) })
    case 'endElevation':
      return hub.ask(step.token, 'session.endElevation', {})
    case 'revoke':
      return hub.ask(step.token, 'session.revoke', { session: publicIdOf(tokenHash(step.other)) })
    case 'closeAll':
      return hub.ask(step.token, 'session.closeAll', { keepThis: step.keepThis })
    case 'viewAs':
      return hub.ask(step.token, 'session.viewAs', { role: step.role })
    case 'pass':
      return hub.clock.pass(step.hours * hour)
  }
}

/** Each user's own sessions, computed from the documents of all sessions. */
function expectedOwn({ hub }: OpenSessions) {
  const own: Record<string, Record<string, OwnSession>> = { ann: {}, bob: {} }
  for (let bucket = 0; bucket < 256; bucket += 1)
    for (const [key, session] of Object.entries(hub.read(sessions, bucket.toString(16).padStart(2, '0')).open))
      own[session.accountId] = { ...own[session.accountId], [publicIdOf(key)]: OwnSession.parse(session) }
  return own
}

test('[SE17] through any sequence of actions, users see exactly their own sessions with their current state', async () => {
  const steps = fc.array(Step, { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const hub = await openSessions()
      for (const step of all) {
        await Promise.resolve(apply(hub, step)).catch(() => {})
        await hub.hub.settled()
        const seen = Object.fromEntries(people.map((one) => [one, hub.hub.read(ownSessions, one).open]))
        expect(seen).toEqual(expectedOwn(hub))
      }
      await hub.hub.close()
    }),
    { numRuns: 60 },
  )
})

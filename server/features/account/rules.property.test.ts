import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { switchActive, unlink } from '../../../shared/features/account/commands.ts'
import { identityKey } from './rules.ts'
import { discordUser, steamUser } from './testing/identities.ts'
import { type OpenAccounts, openAccounts } from './testing/openAccounts.ts'

const ann = steamUser('76561198000000001', 'Ann')

const who = fc.nat(3)
const step = fc.oneof(
  fc.record({ act: fc.constant('signIn' as const), identity: fc.nat(5), current: fc.option(who), at: who }),
  fc.record({ act: fc.constantFrom('unlink' as const, 'switch' as const), identity: fc.nat(5), current: who, at: who }),
)
const identitiesOfAll = [
  ...[1, 2, 3].map((number) => steamUser(`7656119800000000${number}`, `Steam ${number}`)),
  ...[1, 2, 3].map((number) => discordUser(`9000${number}`, `chat_${number}`)),
]

test('[AC18] through any sequence of actions, an identity belongs to at most one account and finds it; no account is without an identity', async () => {
  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[]) => {
    const open = await openAccounts()
    const made: PlayerId[] = []
    for (const { act, identity: nth, current } of steps) {
      const identity = identitiesOfAll[nth] ?? ann
      const id = current === null ? null : (made[current] ?? null)
      open.clock.pass(1_000)
      if (act === 'signIn') {
        const answer = await open.signIn(identity, id).catch(() => null)
        if (answer?.outcome === 'created') made.push(answer.account)
      } else if (id !== null)
        await open.ask(id, act === 'unlink' ? unlink.name : switchActive.name, { provider: identity.provider })
      await expectConsistent(open, made)
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), run), { numRuns: 60 })
})

async function expectConsistent({ hub, indexed }: OpenAccounts, made: readonly PlayerId[]) {
  const held = made.flatMap((id) => {
    const { steam, discord, steamId, linkedAt, active, name, ...own } = hub.read(account, id)
    expect([steamId, linkedAt !== null]).toEqual([steam?.steamId ?? null, steam !== null])
    expect({ steam, discord }[active]?.displayName).toBe(name)
    expect(own.createdAt).toBeGreaterThan(0)
    return [steam, discord].flatMap((identity) => (identity ? [[identity, id] as const] : []))
  })
  expect(indexed()).toHaveLength(held.length)
  expect(new Set(held.map(([identity]) => JSON.stringify(identity))).size).toBe(held.length)
  for (const [identity, id] of held) expect(indexed()).toContainEqual([identityKey(identity, false), id])
}

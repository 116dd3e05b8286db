import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import { openFriends, steamIdOf } from './testing/openFriends.ts'

const people = ['ann', 'bob', 'cyd', 'dan'] as const
const who = fc.constantFrom(...people)
const setting = fc.constantFrom('takesRequests', 'showsStatus', 'sharesPlace', 'takesTeleports')

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('request' as const), me: who, other: who }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('accept' as const), me: who, other: who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('askTeleport' as const), me: who, other: who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constantFrom('decline', 'cancel', 'remove', 'block', 'unblock', 'acceptTeleport', 'declineTeleport'),
      me: who,
      other: who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('set' as const), me: who, setting, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('link', 'erase'), me: who, other: who }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1_000, max: 90_000 }) }),
  },
)

/** Places are seen by all who may: the rule drops the rest. */
const seenOf = (others: readonly string[]) =>
  Object.fromEntries(
    others.map((id) => [
      id,
      {
        status: 'in-game',
        steamId: steamIdOf(id),
        place: {
          species: 'Troodon',
          growth: 50,
          dead: false,
          slot: 40,
          isPlaced: true,
          region: null,
          square: 'C5',
          near: null,
        },
      },
    ]),
  )

test('[FD40] whatever users ask, answer, block, share, link and erase, what one list says of another user the other one says too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { ask, hub, clock, join, play, problems, faults } = await openFriends(...people)
      const { requestFriend, acceptFriend, declineFriend, cancelRequest, removeFriend } = commands
      const asked = {
        request: (other: string) => [requestFriend, { to: other }] as const,
        accept: (other: string) => [acceptFriend, { from: other }] as const,
        decline: (other: string) => [declineFriend, { from: other }] as const,
        cancel: (other: string) => [cancelRequest, { to: other }] as const,
        remove: (other: string) => [removeFriend, { friend: other }] as const,
        block: (other: string) => [commands.blockPlayer, { player: other }] as const,
        unblock: (other: string) => [commands.unblockPlayer, { player: other }] as const,
        askTeleport: (other: string) => [commands.askTeleport, { friend: other }] as const,
        acceptTeleport: (other: string) => [commands.acceptTeleport, { from: other }] as const,
        declineTeleport: (other: string) => [commands.declineTeleport, { from: other }] as const,
      }
      const inGame = Object.fromEntries(people.map((one) => [one, {}]))
      await play(inGame)
      for (const one of steps) {
        if (one.act === 'wait') {
          clock.pass(one.ms)
          await hub.settled()
          await play(inGame)
        } else if (one.act === 'set') await ask(one.me, commands.setFriendSettings, { [one.setting]: one.on })
        else if (one.act === 'link') await join(one.me, null).catch(() => {})
        else if (one.act === 'erase') {
          await ask(one.me, eraseMe, { confirm: `${one.me} name` })
          await join(one.me).catch(() => {})
        } else {
          const [command, input] = asked[one.act as keyof typeof asked](one.other)
          await ask(one.me, command, input)
        }
        expect(problems()).toEqual([])
        for (const viewer of people)
          await hub.execute('game link', commands.reportFriends.name, {
            viewer,
            readAt: clock.now(),
            everyMs: 2_000,
            seen: seenOf(people.filter((other) => other !== viewer)),
          })
        expect(problems()).toEqual([])
      }
      expect(faults).toEqual([])
      await hub.close()
    }),
    { numRuns: 60, seed: 17 },
  )
})

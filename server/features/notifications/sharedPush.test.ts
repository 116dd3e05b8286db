import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/notifications/commands.ts'
import { outboxBucketOf, pushOutbox, queueShared, subscribePush } from '../../../shared/features/notifications/push.ts'
import { type Context, implement } from '../../engine/rule.ts'
import { timerBucketOf, timers } from '../../engine/schedule.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { notifyEveryone } from './notify.ts'

const stuck = 'notifications/stuck'

test('[NF1400] what everyone is notified of is pushed after a few looks where a timer that comes before it cannot run', async () => {
  const announce = implement({ ...commands.sendNotifications, name: 'sample.announce' }, (context) => {
    const { schedule, now } = context as unknown as Context
    const told = { type: 'seasonEnded', title: 'A season ended', message: 'See the lists.' } as const
    const id = notifyEveryone(context as unknown as Context, told)
    // Its input is that of a later release, so it stays until such a release leads.
    schedule.set(stuck, now, commands.sendNotifications.name, { users: ['ann'] })
    schedule.set(`notifications/${id}`, now, queueShared.name, { id, bucket: 0, after: [stuck] })
    return {}
  })
  const sample = { name: 'sample', documents: [], commands: [announce], queries: [] }
  const { hub, clock, dispatch } = await openApp([...allFeatures, sample])
  await ensureAccount(hub, clock.now(), { account: 'ann' })
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const device = { endpoint: 'https://fcm.googleapis.com/ann', keys, device: 'Phone' }
  await dispatch(inSession(person('ann')), subscribePush.name, device)
  let looks = 0
  hub.onPublish((published) => {
    if (published.some(({ patches }) => JSON.stringify(patches).includes(queueShared.name))) looks += 1
  })
  const input = { to: [], notification: { type: 'sale', title: '', message: '' } }
  await hub.execute('test', announce.command.name, input)
  for (let second = 0; second < 1_200; second += 1) {
    clock.pass(1_000)
    await new Promise((resolve) => setImmediate(resolve))
    await hub.settled()
  }
  expect(Object.keys(hub.read(timers, timerBucketOf(stuck)).due)).toContain(stuck)
  const { waiting } = hub.read(pushOutbox, outboxBucketOf('ann'))
  expect(Object.values(waiting).map(({ type, count }) => [type, count])).toEqual([['seasonEnded', 1]])
  expect(looks).toBeLessThan(20)
})

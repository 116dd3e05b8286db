import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/notifications/commands.ts'
import { notifications, sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { type Context, implement } from '../../engine/rule.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { notify, notifyEveryone } from './notify.ts'

test('[NF2804] characters that turn the direction of a text are written out in every notification, for one user and for everyone, and the text still fits', async () => {
  const told = {
    type: 'eventAnnounced',
    title: 'Hunt\u202etnuH',
    message: `No host. \u2067${'x'.repeat(490)}`,
  } as const
  const act = implement({ ...commands.sendNotifications, name: 'sample.act' }, (context) => {
    for (let nth = 0; nth < 2; nth += 1) notify(context, { to: 'ann', ...told, key: 'hunt' })
    notifyEveryone(context as unknown as Context, told)
    return {}
  })
  const { hub, clock } = await openApp([
    ...allFeatures,
    { name: 'sample', documents: [], commands: [act], queries: [] },
  ])
  await ensureAccount(hub, clock.now(), { account: 'ann' })
  await hub.execute('test', act.command.name, { to: [], notification: { type: 'sale', title: '', message: '' } })
  const shown = { title: 'Hunt[U+202E]tnuH', message: `No host. [U+2067]${'x'.repeat(483)}` }
  expect(Object.values(hub.read(notifications, 'ann').entries)).toMatchObject([{ ...shown, count: 2 }])
  expect(Object.values(hub.read(sharedNotifications).entries)).toMatchObject([shown])
})

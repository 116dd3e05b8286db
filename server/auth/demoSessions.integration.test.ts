import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Hello } from '../../shared/protocol/hello.ts'
import { startWaterhole, type Waterhole } from '../app/waterhole.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { createVisitor } from '../testing/visitor.ts'

let folder = ''
let hub: Waterhole
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(async () => {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(demo: boolean) {
  const config = { ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '4', LOG_LEVEL: 'silent' }), port: 0, demo }
  hub = await startWaterhole(config, createLog(config))
}

/** How the hub greets whoever holds this cookie. */
async function greeting(cookie: string) {
  const socket = io(hub.address, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { origin: hub.address, cookie },
  })
  const [hello] = await once(socket as never, 'hello')
  socket.disconnect()
  return Hello.parse(hello)
}

test('[WH10] who signed in while the hub was a demo is a guest once it is none, and back when it is one again', async () => {
  await start(true)
  const owner = createVisitor(hub.address)
  expect(await owner.signIn('owner')).toMatchObject({ status: 200 })
  expect((await greeting(owner.cookie())).you).toMatchObject({ role: 'owner' })
  await hub.close()
  await start(false)
  expect(await greeting(owner.cookie())).toMatchObject({ you: null, may: ['look'], demo: false })
  await hub.close()
  await start(true)
  expect((await greeting(owner.cookie())).you).toMatchObject({ role: 'owner' })
})

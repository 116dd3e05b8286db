import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { permissionsOf } from '../../shared/engine/permissions.ts'
import { createLog } from '../observability/log.ts'
import { person } from '../testing/principals.ts'
import { createHttp } from './createHttp.ts'
import { tapRoutes } from './fixtureRoutes.ts'

const long = 3_600_000
const timeouts = { headersMs: long, requestMs: long, keepAliveMs: long, stalledMs: long, checkEveryMs: long }

test('[MA7] the tap of a quiet hub stays open: it waits for the next message however long that takes', async () => {
  const log = createLog({ logLevel: 'silent' })
  const app = await createHttp({ log, isSecure: false, isOurOrigin: () => true, timeouts })
  onTestFinished(() => app.close())
  const lines = Promise.withResolvers<(line: object) => void>()
  tapRoutes(app, {
    principalOf: () => person('olga', 'owner'),
    isOurOrigin: () => true,
    async tap(_principal, _keepsNames, write) {
      write({ first: true })
      lines.resolve(write)
      return () => {}
    },
  })
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/tap`)
  const write = await lines.promise
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toMatchObject({ value: '{"first":true}\n' })
  // Any other connection is ended after this time without a byte.
  expect(app.server.timeout).toBe(long)
  expect(sockets.map(({ timeout }) => timeout)).toEqual([0])
  write({ second: true })
  expect(await reader?.read()).toMatchObject({ value: '{"second":true}\n' })
})

test('[MA10] the tap needs all permissions of an owner: a token with the panel alone does not hear what others keep', async () => {
  const log = createLog({ logLevel: 'silent' })
  const app = await createHttp({ log, isSecure: false, isOurOrigin: () => true, timeouts })
  onTestFinished(() => app.close())
  let held: readonly string[] = ['ownerPanel']
  tapRoutes(app, {
    principalOf: () => ({ ...person('olga', 'owner'), session: null, can: (one) => held.includes(one) }),
    isOurOrigin: () => true,
    async tap(_principal, _keepsNames, write) {
      write({ first: true })
      return () => {}
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = () => fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/tap`)
  expect((await ask()).status).toBe(403)
  held = permissionsOf.owner
  const answer = await ask()
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { ActionLink } from '../actionLink.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { startTestSimulator } from '../testing/testSimulator.ts'
import { createBridgeLink } from './bridgeLink.ts'

const token = 'br1dge-t0ken'
const quick = { connectMs: 3_000, answerMs: 1_500, probeEveryMs: 20, firstRetryMs: 5, maxRetryMs: 20 }
const target = { id: '76561198000000003', name: 'Riverbreak' }
const slay: GameAction = { kind: 'slay', target, detail: {} }

function linkTo(port: number, given: string | null = token) {
  const link = createBridgeLink({ url: `http://127.0.0.1:${port}`, token: given, timings: quick, clock: steadyClock })
  onTestFinished(() => link.close())
  return link
}

/** A bridge whose answers the test gives; probes are answered automatically. */
async function playBridge(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer(async (request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(404).end()
    let body = ''
    for await (const chunk of request) body += chunk
    answer(request, response, body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const until = (link: ActionLink, wanted: string) =>
  new Promise<void>((resolve) => {
    if (link.state().name === wanted) return resolve()
    const stop = link.onState(({ name }) => {
      if (name !== wanted) return
      stop()
      resolve()
    })
  })
const say = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

test('[BR15] it posts name, reason and command, with the token, and nothing else', async () => {
  const heard: unknown[] = []
  const port = await playBridge(({ method, url, headers }, response, body) => {
    heard.push({
      method,
      url,
      authorization: headers.authorization,
      type: headers['content-type'],
      body: JSON.parse(body),
    })
    response.end('{"success":true,"message":"Command executed","response":"Slain"}')
  })
  const outcome = await linkTo(port).perform({ ...slay, detail: { reason: 'Stuck\nin a rock' } })
  expect(outcome).toEqual({ state: 'confirmed', reply: 'Slain', why: null })
  const body = { playerName: 'Riverbreak', reason: 'Stuck in a rock', commandOverride: `slay ${target.id}` }
  expect(heard).toEqual([
    { method: 'POST', url: '/rcon/slay', authorization: `Bearer ${token}`, type: 'application/json', body },
  ])
})

test.each([
  [200, { success: false, error: 'Player not found' }, { state: 'refused', why: 'Player not found' }],
  [404, { success: false, error: 'Player not found' }, { state: 'refused' }],
  [200, { success: true, response: 'Unknown command "slay"' }, { code: 'lost' }],
  [200, { success: true }, { state: 'confirmed', reply: null }],
  [200, { success: false, error: 'RCON timed out' }, { code: 'lost' }],
  [500, { success: false, error: 'Oops' }, { code: 'lost' }],
  [502, '<html>', { code: 'lost' }],
  [200, 'ok', { code: 'lost' }],
  [200, { success: 'yes' }, { code: 'lost' }],
  [
    401,
    { success: false, error: 'Unauthorized' },
    { code: 'notSent', message: expect.stringContaining('BRIDGE_TOKEN') },
  ],
  [404, '<html>', { code: 'notSent' }],
  [429, '', { code: 'notSent' }],
] as const)('[BR16] %i %o gives %o', async (status, body, expected) => {
  const link = linkTo(await playBridge(say(status, body)))
  expect(await link.perform(slay).catch(({ code, message }) => ({ code, message }))).toMatchObject(expected)
})

test('[V15.3.2] a redirect is not followed', async () => {
  let followed = 0
  const elsewhere = await playBridge((_, response) => {
    followed++
    response.end('{"success":true}')
  })
  const port = await playBridge((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${elsewhere}/rcon/slay` }).end(),
  )
  await expect(linkTo(port).perform(slay)).rejects.toMatchObject({ code: 'notSent' })
  expect(followed).toBe(0)
})

test('[BR17] an endless answer is cut off, and the action counts as lost', async () => {
  const port = await playBridge((_, response) => {
    response.on('error', () => {})
    response.write('x'.repeat(70_000))
  })
  await expect(linkTo(port).perform(slay)).rejects.toMatchObject({
    code: 'lost',
    message: 'an answer of more than 64 kB',
  })
})

test('[BR18] an answer that trickles does not exceed the timeout', async () => {
  const port = await playBridge((_, response) => {
    const trickle = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(trickle))
  })
  await expect(linkTo(port).perform(slay)).rejects.toMatchObject({ code: 'lost', message: 'no answer came in time' })
})

test('[BR19] the loss and the return of a bridge are noticed without a command', async () => {
  const { bridge } = await startTestSimulator({ bridge: { port: 0, token } })
  const link = linkTo(bridge?.port ?? 0)
  await until(link, 'up')
  await bridge?.faults.cut()
  await until(link, 'down')
  expect(link.state().why).toBe('nothing listens at that address')
  await bridge?.faults.restore()
  await until(link, 'up')
})

test('[BR20] without its token the bridge does nothing, and the action counts as not sent', async () => {
  const { bridge, world } = await startTestSimulator({ bridge: { port: 0, token } })
  const link = linkTo(bridge?.port ?? 0, null)
  await expect(link.perform(slay)).rejects.toMatchObject({ code: 'notSent' })
  expect(bridge?.log).toHaveLength(0)
  expect(world.players.find(({ id }) => id === target.id)?.presence).toBe('playing')
})

test('[BR21] no error and no text contains the token', async () => {
  const link = linkTo(await playBridge(say(401, token)))
  const error = await link.perform(slay).catch(String)
  expect(`${error} ${link.commandText(slay)} ${JSON.stringify(link.state())}`).not.toContain(token)
})

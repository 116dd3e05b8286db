import { expect, onTestFinished, test } from 'vitest'
import { createOriginCheck } from '../gateway/socketServer.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'
import { modBridgePaths, modBridgeRoutes } from './modBridgeRoutes.ts'

const token = 'a-token-of-the-mod-1'
const paths = modBridgePaths(token)
const own = { authorization: `Bearer ${token}` }

async function open(isLeading = true) {
  const app = await createHttp({
    log: createLog({ logLevel: 'silent' }),
    isSecure: false,
    isOurOrigin: createOriginCheck([], false),
  })
  onTestFinished(() => app.close())
  const posted: string[] = []
  const waiting = ['{"id":"wh-1"}\n']
  const mailbox = { fetch: () => waiting.splice(0).join(''), answer: (body: string) => void posted.push(body) }
  modBridgeRoutes(app, { token, mailbox: () => (isLeading ? mailbox : null) })
  const get = (url: string, headers: Record<string, string> = own) => app.inject({ url, headers })
  const post = (payload: string, headers: Record<string, string> = own, type = 'application/json') =>
    app.inject({ method: 'POST', url: paths.results, headers: { ...headers, 'content-type': type }, payload })
  return { get, post, posted, waiting }
}

test('[BM50] the mod gets its lines once, and nothing on the way may keep them', async () => {
  const { get } = await open()
  const first = await get(paths.commands)
  expect([first.statusCode, first.body, first.headers['cache-control']]).toEqual([200, '{"id":"wh-1"}\n', 'no-store'])
  expect(first.headers['content-type']).toMatch(/^application\/x-ndjson/)
  expect((await get(paths.commands)).body).toBe('')
})

test('[BM51] results are taken as the mod writes them, even where they are not strict JSON; too long ones are not', async () => {
  const { post, posted } = await open()
  for (const line of ['{"id":"wh-1","ok":true,"msg":"killed"}\n', '{"id":"wh-1","msg":"a\u0001b"']) {
    expect((await post(line)).statusCode).toBe(204)
    expect(posted.at(-1)).toBe(line)
  }
  expect((await post('x'.repeat(17_000))).statusCode).toBe(413)
  expect((await post('{}', own, 'text/plain')).statusCode).toBe(415)
  expect(posted).toHaveLength(2)
})

test('[BM52] another address is not there, and without the token nothing is handed out or taken', async () => {
  const { get, post, posted, waiting } = await open()
  const wrong = [{}, { authorization: 'Bearer x' }, { authorization: token }, { authorization: `Bearer ${token}x` }]
  for (const headers of wrong as readonly Record<string, string>[]) {
    const { statusCode, body } = await get(paths.commands, headers)
    expect([headers, statusCode]).toEqual([headers, 401])
    expect(body).not.toContain(token)
  }
  expect((await post('{}', { authorization: 'Bearer x' })).statusCode).toBe(401)
  for (const url of ['/mod/x/commands', `${paths.commands}x`, paths.commands.toUpperCase(), '/mod//commands'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  expect((await post('{}', { origin: 'https://evil.example', ...own })).statusCode).toBe(403)
  expect([posted, waiting]).toEqual([[], ['{"id":"wh-1"}\n']])
})

test('[BM53] a node that does not lead has no commands, and says when to ask again', async () => {
  const { get, post, posted, waiting } = await open(false)
  for (const answer of [await get(paths.commands), await post('{"id":"wh-1"}')])
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect([posted, waiting]).toEqual([[], ['{"id":"wh-1"}\n']])
})

test('[BM54] no more than the rate is answered', async () => {
  const { get } = await open()
  const codes = new Set<number>()
  for (let i = 0; i < 1_210; i++) codes.add((await get(paths.commands)).statusCode)
  expect([...codes]).toEqual([200, 429])
})

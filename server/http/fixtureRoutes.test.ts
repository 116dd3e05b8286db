import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'
import { fixtureRoutes } from './fixtureRoutes.ts'

async function openRoutes() {
  const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure: false, isOurOrigin: () => true })
  onTestFinished(() => app.close())
  let asked = 0
  const count = async <Answer>(answer: Answer) => {
    asked++
    return answer
  }
  const shelf = {
    list: () => count([]),
    read: () => count('{}'),
    pathOf: (id: string) => id,
    keep: () => Promise.reject(new Error('nothing is kept here')),
    remove: () => count(undefined),
  }
  const run = () => Promise.reject(new Error('nothing is played here'))
  fixtureRoutes(app, { demo: true, longestUpload: 1_000, shelf, run })
  return { ask: (url: string) => app.inject({ method: 'GET', url }), asked: () => asked }
}

test.each(['/api/fixtures', '/api/fixtures/uploaded/one'])(
  '[FX27] requests for %s above the rate are refused without reading a fixture',
  async (url) => {
    const { ask, asked } = await openRoutes()
    for (let time = 0; time < 60; time++) expect((await ask(url)).statusCode).toBe(200)
    const refused = await ask(url)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ success: false, code: 'tooFast' })
    expect(asked()).toBe(60)
  },
)

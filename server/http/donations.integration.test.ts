import { expect, onTestFinished, test } from 'vitest'
import { donationSums, revenueOf } from '../../shared/features/donations/donations.ts'
import { openTestApp } from '../testing/testApp.ts'
import { kofiCall, kofiToken, tebexCall } from './payments/testing/calls.ts'

test('[DNT50] over HTTP a donation is recorded once, even if it is sent twice at once and again after a restart; a service without its secret has no address', async () => {
  const donations = { kofiToken, tebexSecret: null, patreon: null }
  const world = await openTestApp({ donations })
  onTestFinished(() => world.close())
  const send = async ({ path, body, headers }: ReturnType<typeof kofiCall>) => {
    const answer = await fetch(`${world.address()}${path}`, { method: 'POST', body, headers })
    return [answer.status, ((await answer.json()) as { outcome?: string }).outcome]
  }
  const revenue = () => revenueOf(world.hub().hub.read(donationSums, 'main'))
  const both = await Promise.all([send(kofiCall()), send(kofiCall())])
  expect(both.toSorted()).toEqual([
    [200, 'recorded'],
    [200, 'repeated'],
  ])
  await world.restart()
  expect(await send(kofiCall())).toEqual([200, 'repeated'])
  expect(await send(kofiCall({ verification_token: 'another-token' }))).toEqual([401, undefined])
  expect((await send(tebexCall()))[0]).not.toBe(200)
  expect(revenue()).toEqual([{ currency: 'EUR', amount: 300, donations: 1 }])
  const api = (await (await fetch(`${world.address()}/api/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(api.paths).filter((path) => path.startsWith('/api/donations'))).toEqual(['/api/donations/kofi'])
})

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { webVitalsPath } from '../../shared/protocol/webVitals.ts'
import { createMetrics } from '../observability/metrics.ts'
import { webVitalsRoutes } from './webVitalsRoutes.ts'

function openRoutes() {
  const app = fastify()
  onTestFinished(() => app.close())
  const metrics = createMetrics({ node: () => ({}) as never, clock: { now: () => 0 } })
  webVitalsRoutes(app, metrics)
  const report = (payload: object) => app.inject({ method: 'POST', url: webVitalsPath, payload })
  const shown = async (name: string) => {
    const text = await metrics.registry.getSingleMetricAsString(`waterhole_${name}`)
    return text.split('\n').filter((line) => /_(count|sum)\b/.test(line))
  }
  return { report, shown }
}

test('[WV2494] what pages report of their speed is counted, and a browser leaves out what it does not measure', async () => {
  const { report, shown } = openRoutes()
  expect((await report({ FCP: 400, LCP: 900, CLS: 0.02 })).json()).toEqual({ success: true })
  expect((await report({ LCP: 1_100 })).statusCode).toBe(200)
  expect(await shown('page_ms')).toEqual([
    'waterhole_page_ms_sum{vital="FCP"} 400',
    'waterhole_page_ms_count{vital="FCP"} 1',
    'waterhole_page_ms_sum{vital="LCP"} 2000',
    'waterhole_page_ms_count{vital="LCP"} 2',
  ])
  expect(await shown('page_layout_shift')).toEqual([
    'waterhole_page_layout_shift_sum 0.02',
    'waterhole_page_layout_shift_count 1',
  ])
})

test.each([
  [{ LCP: -1 }, 'LCP'],
  [{ LCP: '900' }, 'LCP'],
  [{ CLS: 5_000 }, 'CLS'],
  [{ FID: 3 }, 'FID'],
  [[], ''],
])('[WV2495] a report of %j is refused, its wrong field is named, and nothing is counted', async (body, field) => {
  const { report, shown } = openRoutes()
  const answer = await report(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'badInput', error: expect.stringContaining(field) })
  expect(await shown('page_ms')).toEqual([])
  expect(await shown('page_layout_shift')).toEqual([
    'waterhole_page_layout_shift_sum 0',
    'waterhole_page_layout_shift_count 0',
  ])
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Node } from '../../server/cluster/node.ts'
import { createMetrics } from '../../server/observability/metrics.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { wordingFaults } from '../shape/wording.ts'
import { namedIn } from './promQuery.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

interface Panel {
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}
const dashboard = JSON.parse(read('scripts/ops/grafana/dashboards/waterhole.json')) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly query: { readonly query: string } }[] }
}
const alerts = read('scripts/ops/prometheus/alerts.yml')

/** Every metric of the hub, by the names of its series, and its labels. */
async function hubMetrics() {
  const metrics = createMetrics({ node: () => idleNode as unknown as Node, clock: { now: () => 0 } })
  const labels = new Map<string, readonly string[]>()
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, type, labelNames = [] } = metric as unknown as { name: string; type: string; labelNames?: string[] }
    labels.set(name, labelNames)
    if (type !== 'histogram') continue
    for (const ending of ['_bucket', '_sum', '_count']) labels.set(name + ending, [...labelNames, 'le'])
  }
  const text = await metrics.registry.metrics()
  return { text, labels, types: new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)) }
}
const idleNode = {
  hub: {
    documentCount: () => 0,
    state: () => ({ name: 'serving', why: null, since: 0 }),
    read: () => ({ entries: {} }),
  },
  state: () => ({ role: 'leader', epoch: 1, lag: { entries: 0, ms: 0 }, connection: { up: true }, isReady: true }),
}

const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...[...alerts.matchAll(/alert: (\w+)\n\s+expr: (.+)/g)].map(([, name = '', expr = '']) => [name, expr] as const),
  ...dashboard.templating.list.map(({ query }) => ['template', query.query] as const),
]
/** Labels that Prometheus adds. */
const always = ['instance', 'job']

test('[OB7] the hub has every metric and label that the dashboard and the alerts name', async () => {
  const { labels, types } = await hubMetrics()
  expect(queries.length).toBeGreaterThan(60)
  for (const [where, query] of queries) {
    const named = namedIn(query)
    expect(named.metrics, `${where}: ${query}`).not.toEqual([])
    const known = named.metrics.flatMap((metric) => labels.get(metric) ?? [])
    for (const metric of named.metrics) expect([...labels.keys()], where).toContain(metric)
    for (const label of named.labels) expect([...always, ...known], `${where}: ${query}`).toContain(label)
  }
  expect(types.has('waterhole_call_ms')).toBe(true)
})

test('[OB21] a state or a role that a query selects is one that the hub reports', async () => {
  const { text } = await hubMetrics()
  let selected = 0
  for (const [where, query] of queries)
    for (const [, metric, label, value] of query.matchAll(/\b(waterhole_\w+)\{[^}]*\b(state|role)=\\?"(\w+)\\?"/g)) {
      expect(text, where).toMatch(new RegExp(`^${metric}\\{[^}]*\\b${label}="${value}"`, 'm'))
      selected++
    }
  expect(selected).toBeGreaterThan(4)
})

test('[OB8] the dashboard shows every metric of our own', async () => {
  const { types } = await hubMetrics()
  const shown = queries
    .flatMap(([, query]) => namedIn(query).metrics)
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  const own = [...types].filter((name) => !/^waterhole_(process|nodejs)_/.test(String(name)))
  expect(own.filter((name) => !shown.includes(String(name)))).toEqual([])
})

test('[OB9] legends name labels that their query keeps', () => {
  for (const { title, targets = [] } of dashboard.panels)
    for (const { expr, legendFormat } of targets)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        const keepsAll = !/\bby\b/.test(expr)
        expect(keepsAll || namedIn(expr).labels.includes(label), `${title}: ${legendFormat}`).toBe(true)
      }
})

test('[OB10] every file that the compose profile mounts exists, and its ports are open to this machine only', () => {
  const compose = read('docker-compose.yml')
  const mounts = [...compose.matchAll(/- \.\/(scripts\/ops\/[\w/]+):/g)].map(([, path]) => path)
  expect(mounts).toEqual([
    'scripts/ops/prometheus',
    'scripts/ops/grafana/provisioning',
    'scripts/ops/grafana/dashboards',
  ])
  for (const path of mounts) expect(existsSync(join(repositoryRoot, String(path))), path).toBe(true)
  expect(readdirSync(join(repositoryRoot, 'scripts/ops/grafana/provisioning'))).toEqual(['dashboards', 'datasources'])
  const ports = [...compose.matchAll(/^ {6}- "(.*:\d+:\d+)"$/gm), ...compose.matchAll(/^ {6}- "(.*:\d+)"$/gm)]
  for (const [, port] of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  const source = /uid: (\S+)/.exec(read('scripts/ops/grafana/provisioning/datasources/prometheus.yml'))?.[1]
  expect(JSON.stringify(dashboard)).toContain(`"uid":"${source}"`)
})

test('[OB11] queries are read as Prometheus reads them', () => {
  const query =
    'histogram_quantile(0.9, sum by (le, link) (rate(waterhole_a_bucket{link=~"x",kind!="y"}[5m]))) / waterhole_b'
  expect(namedIn(query)).toEqual({ metrics: ['waterhole_a_bucket', 'waterhole_b'], labels: ['link', 'kind', 'le'] })
})

test('[OB2206] texts of the dashboard and the alerts have no word to avoid', () => {
  const shown = [
    ...JSON.stringify(dashboard).matchAll(/"(?:title|description|legendFormat)":("[^"]+")/g),
    ...alerts.matchAll(/summary: (.+)/g),
  ].map(([, text = '']) => (text.startsWith('"') ? text : JSON.stringify(text)))
  expect(shown.length).toBeGreaterThan(100)
  expect(shown.flatMap((text) => wordingFaults('server/a.ts', `const title = ${text}`))).toEqual([])
})

test('[OB2325] the alert about a journal that does not serve names each cause: it cannot be written, or another node leads', () => {
  const [, summary] = /alert: JournalDoesNotServe\n(?: .+\n)*? +summary: (.+)/.exec(alerts) ?? []
  expect(summary).toMatch(/cannot be written.*another node leads.*\/health of that node/)
})

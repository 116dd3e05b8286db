import { cacheAudit, caches, clearCaches } from '../../../shared/features/server/caches.ts'
import * as commands from '../../../shared/features/server/commands.ts'
import type { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import {
  configuration,
  type HubConfiguration,
  type JoinDetails,
  joinDetails,
} from '../../../shared/features/server/queries.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import { hubSettings, shownTexts } from '../../../shared/features/settings/hubSettings.ts'
import { clockReading } from '../../../shared/protocol/clockReading.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement, type Rule, setTo } from '../../engine/rule.ts'
import { configuredFeatures } from './isSwitchedOn.ts'

/** Start times computed from two readings of the same start differ by at most the delay of the answers. */
const startJitterMs = 5_000

const reportServer: Rule<typeof commands.reportServer> = ({ edit }, { server: key, reading, switches: states }) => {
  const status = edit(server, key)
  const isSameStart =
    status.startedAt !== null &&
    reading.startedAt !== null &&
    Math.abs(status.startedAt - reading.startedAt) < startJitterMs
  Object.assign(status, reading, isSameStart ? { startedAt: status.startedAt } : {})
  Object.assign(edit(switches, key), states)
  return {}
}

const reportLink: Rule<typeof commands.reportLink> = ({ edit }, { server: key, ...report }) => {
  Object.assign(edit(server, key), report)
  return {}
}

const clear: Rule<typeof clearCaches> = ({ edit, archive, actor, origin, now }, { server: key }) => {
  const state = edit(caches, key)
  state.clearedAt = now
  state.clears += 1
  archive(cacheAudit, { act: clearCaches.name, by: actor.id ?? '', ...origin })
  return {}
}

interface ServerFeatureDeps {
  readonly features: HubFeatures
  readonly configuration: () => HubConfiguration
  readonly joinDetails: () => JoinDetails
}

/** The status of the game server, how it is joined, and what this hub is configured to do. */
export const serverFeature = (configured: ServerFeatureDeps): Feature => ({
  name: 'server',
  documents: [server, switches, caches],
  archives: [cacheAudit],
  settings: [setTo(configuredFeatures, configured.features)],
  commands: [
    implement(commands.reportServer, reportServer),
    implement(commands.reportLink, reportLink),
    implement(clearCaches, clear),
  ],
  queries: [
    implementQuery(configuration, configured.configuration),
    implementQuery(joinDetails, ({ read }) => shownTexts(read(hubSettings), configured.joinDetails())),
    implementQuery(clockReading, ({ now }) => ({ now })),
  ],
})

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Feature } from '../engine/feature.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { broughtBy, vocabularyOf } from '../features/fixtures/redaction/vocabulary.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import { fixtureRoutes } from '../http/fixtureRoutes.ts'
import { tapRoutes } from '../http/tapRoutes.ts'
import { createFixtureShelf, longestUpload } from '../storage/fixtures/fixtureShelf.ts'
import { createFixtureRun } from './fixtureRun.ts'
import { createLiveTap } from './liveTap.ts'

const ownFolder = join(import.meta.dirname, '../scripts/fixtures')

interface DoorParts {
  readonly hub: Hub
  readonly gateway: Gateway
  readonly config: Config
  readonly clock: Clock
  readonly features: readonly Feature[]
  readonly principalOf: (credentials: Credentials) => Principal
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** What testers and the owner get of recordings: the tap, and in demo mode the shelf of fixtures. */
export function fixtureDoors(app: FastifyInstance, { features, principalOf, isOurOrigin, ...parts }: DoorParts) {
  const { config } = parts
  const tap = createLiveTap({ ...parts, vocabulary: () => vocabularyOf(broughtBy(features)) })
  tapRoutes(app, { principalOf, isOurOrigin, tap })
  const shelf = createFixtureShelf({ ownFolder, folder: join(config.dataDir, 'fixtures') })
  const { run, close } = createFixtureRun({ folder: join(config.dataDir, 'fixture-run') })
  fixtureRoutes(app, { demo: config.demo, longestUpload, shelf, run })
  // Before the connections go, so that whoever waits for a run is told.
  app.addHook('preClose', close)
}

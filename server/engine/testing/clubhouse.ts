import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { defineDocument, notPersonal } from '../../../shared/engine/document.ts'
import type { CommandId } from '../../../shared/engine/ids.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId } from '../../testing/principals.ts'
import { club, sampleFeatures } from '../../testing/sampleFeature.ts'
import { createHub } from '../createHub.ts'
import type { Feature } from '../feature.ts'
import type { LeaderHub } from '../hub.ts'
import type { Principal } from '../principal.ts'
import { implement } from '../rule.ts'

/** Readable by the members of a club, whom another document names. */
export const clubLife = defineDocument({
  kind: 'clubLife',
  schema: z.object({ noise: z.int().default(0) }),
  readableBy: (viewer, key, _life, read) => club.readableBy(viewer, key, read(club, key), read),
  decidedBy: [club],
  memory: 'live',
  ...notPersonal('is a test'),
})

const makeNoise = defineCommand({
  name: 'clubhouse.makeNoise',
  permission: 'play',
  input: z.object({ club: z.string(), noise: z.int() }),
  output: z.object({}),
  refusals: {},
})

export const word = 'swordfish'
/** A command with a secret and an attempt limit. */
export const knock = defineCommand({
  name: 'clubhouse.knock',
  permission: 'look',
  input: z.object({ word: z.string() }),
  output: z.object({}),
  refusals: { wrong: 'That is not the word.', mumbled: 'Nobody could understand that.', late: 'The club has closed.' },
  attemptLimit: { refusals: ['wrong', 'mumbled'], perMinute: 5 },
})

export const clubhouse: Feature = {
  name: 'clubhouse',
  documents: [clubLife],
  commands: [
    implement(makeNoise, ({ edit }, { club: key, noise }) => {
      edit(clubLife, key).noise = noise
      return {}
    }),
    implement(knock, ({ refuse }, { word: said }) => {
      if (said === '') refuse('mumbled')
      if (said === 'good evening') refuse('late')
      if (said !== word) refuse('wrong')
      return {}
    }),
  ],
  queries: [],
}

/** A hub of the sample features and the clubhouse. */
export async function openClubhouse(memory = createMemoryStorage(), clock = createTestClock()) {
  const faults: string[] = []
  const thrown: unknown[] = []
  const hub: LeaderHub = await createHub({
    storage: memory.storage,
    features: [...sampleFeatures, clubhouse],
    clock,
    onFault(what, error) {
      faults.push(what)
      thrown.push(error)
    },
  })
  const ask = (principal: Principal, name: string, input: unknown, id = freshId(clock.now())) =>
    hub.dispatch(principal, { id, name, input })
  return {
    hub,
    memory,
    clock,
    faults,
    thrown,
    ask,
    give: (principal: Principal, to: string, coins: number) => ask(principal, 'sample.give', { to, coins }),
    restart: () => openClubhouse(memory, clock),
    knock: (principal: Principal, said: string, address: string | null = null, id: CommandId = freshId(clock.now())) =>
      hub.dispatch(principal, { id, name: knock.name, input: { word: said } }, { address, agent: null }),
  }
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument } from '../../shared/engine/document.ts'
import { club, sample } from '../testing/sampleFeature.ts'
import type { Feature } from './feature.ts'
import { register } from './registry.ts'
import { implement } from './rule.ts'
import { clubhouse, clubLife } from './testing/clubhouse.ts'

const featureOf = (parts: Partial<Feature>): Feature => ({
  name: 'odd',
  documents: [],
  commands: [],
  queries: [],
  ...parts,
})

test('[EN34] a hub does not start, and names the document, when no feature declares the kind that decides it', () => {
  expect(() => register([clubhouse])).toThrow('"clubLife" is decided by "club", and no feature declares')
  expect(register([clubhouse, sample]).decides.get('club')).toEqual(['clubLife'])
})

test('[EN35] a hub does not start, and names the command, when its attempt limit counts a refusal that it does not have', () => {
  const odd = defineCommand({
    name: 'odd.guess',
    permission: 'play',
    input: z.object({}),
    output: z.object({}),
    refusals: { wrong: 'No.' },
    attemptLimit: { refusals: ['wrong', 'wrnog'], perMinute: 5 },
  })
  const feature = featureOf({ commands: [implement(odd, () => ({}))] })
  expect(() => register([feature])).toThrow('odd.guess counts the refusal "wrnog" as a guess')
})

test('[EN36] one kind may decide several others', () => {
  const diary = defineDocument({ ...clubLife, kind: 'clubDiary' })
  const { decides } = register([sample, clubhouse, featureOf({ documents: [diary] })])
  expect(decides.get(club.kind)).toEqual(['clubLife', 'clubDiary'])
})

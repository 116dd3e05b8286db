import { dayOf } from '../../../shared/engine/utcDay.ts'
import { answerTrivia, readTrivia, triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import * as rules from './rules.ts'

const dayMs = 86_400_000

/** Six questions a day, the same for everyone, judged here. */
export const triviaFeature: Feature = {
  name: 'trivia',
  switch: switchedBy('trivia'),
  documents: [triviaRecord],
  commands: [implement(answerTrivia, rules.answerTrivia)],
  queries: [
    implementQuery(readTrivia, (context) => {
      const day = dayOf(context.now)
      return {
        day,
        endsAt: Date.parse(`${day}T00:00:00Z`) + dayMs,
        questions: rules.questionsOf(day).map(({ id, question, options }) => ({ id, question, options: [...options] })),
        reward: rules.triviaReward(context),
      }
    }),
  ],
}

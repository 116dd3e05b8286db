import { engineRefusals } from '../../../shared/engine/refusals.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'

/** How it ended, in few words: the refusals of all commands together are one, those of the engine are told apart. */
export const outcomeOf = (answer: Answer): string => {
  if (answer.ok) return 'ok'
  return Object.hasOwn(engineRefusals, answer.code) ? answer.code : 'refused'
}

/** What people make up for themselves must not become a label. */
export const nameOf = (name: string, answer: Answer): string =>
  !answer.ok && answer.code === 'unknownCommand' ? 'unknown' : name

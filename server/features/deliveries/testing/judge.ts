import { type Delivery, mostOpen } from '../../../../shared/features/deliveries/delivery.ts'
import { harmlessTwice } from './faultyGame.ts'
import type { Ending } from './torture.ts'

const happened: readonly Delivery['state'][] = ['confirmed']
const didNot: readonly Delivery['state'][] = ['refused', 'failed', 'byHand']

/** What is wrong with how a run has ended: what the game truly did, against what is told of it. */
export function judge({ given, entries, deeds, wrongs }: Ending): string[] {
  const marks = entries.map(({ detail }) => detail.reason ?? '')
  const lost = given.filter((mark) => !marks.includes(mark)).map((mark) => `${mark} is lost`)
  const twice = marks.filter((mark, at) => marks.indexOf(mark) !== at).map((mark) => `${mark} stands there twice`)
  const invented = deeds.filter((mark) => !given.includes(mark)).map((mark) => `nobody wanted ${mark}`)
  const told = entries.flatMap((one) => wrongOf(one, deeds.filter((mark) => mark === one.detail.reason).length) ?? [])
  const tooMany = entries.length > mostOpen ? ['too many are kept'] : []
  return [...wrongs, ...lost, ...twice, ...invented, ...told, ...tooMany]
}

function wrongOf({ state, kind, attempts, detail }: Delivery, times: number): string | null {
  const tells = `${kind} ${detail.reason} is ${state} after ${attempts} attempts, and was done ${times} times`
  const most = harmlessTwice.includes(kind) ? 3 : 1
  if (times > most || times > attempts) return `${tells}: too often`
  if (happened.includes(state)) return times >= 1 ? null : `${tells}: it was not`
  if (didNot.includes(state)) return times === 0 ? null : `${tells}: it was`
  return state === 'unknown' && attempts > 0 ? null : `${tells}: that is no end`
}

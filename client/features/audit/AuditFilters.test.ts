import { expect, test } from 'vitest'
import { AuditFilter } from '../../../shared/features/audit/queries.ts'
import { wordsOf } from '../../../shared/features/deliveries/auditWords.ts'
import { deliveryKinds } from '../../../shared/features/deliveries/kinds.ts'
import { AuditSearch, fileAddress, filterOf } from './AuditFilters.tsx'
import { countLabel, deedOf, furtherFields, outcomeLabel, piecesOf, valueLabel } from './auditLabels.ts'

const wholeAudit = AuditSearch.parse({})

test('[AU18] the fields become a filter of the hub, and an end includes its whole minute', () => {
  const search = {
    ...wholeAudit,
    text: ' kick ',
    kinds: ['deliveries' as const],
    from: '2026-11-21T16:00',
    to: '2026-11-21T16:00',
  }
  const filter = filterOf(search)
  expect(AuditFilter.parse(filter)).toEqual(filter)
  expect(filter.text).toBe('kick')
  expect(Number(filter.to) - Number(filter.from)).toBe(59_999)
  expect(filterOf({ ...wholeAudit, from: 'half' }).from).toBeNull()
})

test('[AU19] the address of a file holds the filters of the page, escaped', () => {
  expect(fileAddress('csv', wholeAudit)).toBe('/api/audit.csv')
  const address = fileAddress('jsonl', { ...wholeAudit, text: 'a&b=c', kinds: ['roles', 'map'] })
  expect(Object.fromEntries(new URL(address, 'http://hub').searchParams)).toEqual({ text: 'a&b=c', kinds: 'roles,map' })
})

test('[AU1000] amounts and currencies are worded as on every other page', () => {
  expect([valueLabel('amount', 9_000), valueLabel('currency', 'voidPearls')]).toEqual(['9,000', 'Void Pearls'])
  expect(valueLabel('currency', 'voidPearls', { amount: 1 })).toBe('Void Pearl')
})

test('[AU21] values and counts are worded', () => {
  expect([1, 0, 20].map(countLabel)).toEqual(['1 entry', '0 entries', '20 entries'])
  for (const length of [null, 'permanent']) expect(valueLabel('durationMs', length)).toBe('permanently')
  expect(valueLabel('durationMs', 86_400_000)).toBe('for 1 day')
  expect(valueLabel('text', 'too loud')).toBe('“too loud”')
  expect(['globalChat', 'spawnAI', 'whitelist'].map((toggle) => valueLabel('toggle', toggle))).toEqual([
    'global chat',
    'AI animals',
    'the whitelist',
  ])
  expect([valueLabel('before', 'player'), valueLabel('after', 'taken'), valueLabel('before', '3')]).toEqual([
    'Player',
    'Deny',
    '3',
  ])
  expect(valueLabel('what', 'kickPlayers')).toBe('“Kick players”')
  expect(valueLabel('what', 'constructor')).toBe('constructor')
  const outcome = { state: 'confirmed', link: 'evrima', settledAt: 1 } as const
  expect(outcomeLabel({ outcome, delivery: 'd1' })).toBe('Confirmed over Evrima RCON')
  expect(outcomeLabel({ outcome: null, delivery: null })).toBe('')
})

test('[AQ1] an order is worded as done only when it was carried out, and every kind has its words', () => {
  const kick = { act: 'kick', did: 'kicked {target}', order: 'kick {target}' }
  const told = (state: string | null) =>
    deedOf({ ...kick, outcome: state === null ? null : { state: state as 'done', link: null, settledAt: null } })
  expect([told('confirmed'), told('done')]).toEqual(['kicked {target}', 'kicked {target}'])
  expect([told('queued'), told('manual')]).toEqual(['asked to kick {target}', 'asked to kick {target}'])
  for (const state of ['refused', 'failed', 'unknown', 'dropped', null])
    expect(told(state)).toBe('tried to kick {target}')
  for (const kind of deliveryKinds) {
    const { did, order } = wordsOf(kind, kind, true)
    expect(`${did} ${order}`, kind).toMatch(/^[a-z{][^.]+ [^.]+$/)
    expect(did, kind).not.toMatch(/carried out|deliver/)
    for (const act of [
      'retry',
      'undo',
      'cancel',
      'markDone',
      'markRefused',
      'sendNow',
      'drop',
      'settleHappened',
      'settleNot',
    ])
      expect(wordsOf(act, kind, true).did).toContain(order)
  }
  expect(deedOf({ act: 'session.open', did: '', order: null, outcome: null })).toBe('session.open')
  expect(['45%', '45 %', '45'].map((value) => valueLabel('growth', value))).toEqual(['45%', '45%', '45'])
  expect(piecesOf('kicked {target} twice')).toEqual([
    { text: 'kicked ', isField: false },
    { text: 'target', isField: true },
    { text: ' twice', isField: false },
  ])
})

test('[AQ2] details hold what the sentence leaves out, and no “cut no”', () => {
  const views = { did: 'watched all positions from {from} to {to}', detail: { at: 5, from: 1, to: 9, cut: false } }
  expect(furtherFields(views)).toEqual([])
  expect(furtherFields({ ...views, detail: { ...views.detail, cut: true } })).toEqual([
    ['Ended when the hub stopped', 'yes'],
  ])
  expect(furtherFields({ did: 'kicked {target}', detail: { reason: 'too loud', kind: 'kick', empty: '' } })).toEqual([
    ['Reason', '“too loud”'],
  ])
})

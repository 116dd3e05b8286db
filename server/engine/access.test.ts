import { expect, test } from 'vitest'
import { z } from 'zod'
import { type DocumentId, type DocumentKind, defineDocument, notPersonal } from '../../shared/engine/document.ts'
import { guest, person } from '../testing/principals.ts'
import { club, sky } from '../testing/sampleFeature.ts'
import { createMayRead } from './access.ts'
import { openClubhouse } from './testing/clubhouse.ts'

const [ann, bob] = [person('ann'), person('bob')]

test('[EN37] the readers of a document that another document decides are found in the durable copy of that document', async () => {
  const { hub, ask, memory } = await openClubhouse()
  await ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: true })
  const readers = () => [ann, bob, guest].map((principal) => hub.mayRead(principal, 'clubLife/a'))
  expect(readers()).toEqual([true, false, false])
  expect(hub.mayRead(ann, 'clubLife/b')).toBe(false)
  memory.hold()
  const leaves = ask(ann, 'sample.join', { club: 'a', member: 'ann', isIn: false })
  expect(readers()).toEqual([true, false, false])
  memory.release()
  await leaves
  expect(readers()).toEqual([false, false, false])
})

test('[EN38] a hub names the documents whose readers must be checked again after a change', async () => {
  const { hub } = await openClubhouse()
  expect(hub.documentsDecidedBy('club/a')).toEqual(['clubLife/a'])
  expect([
    hub.documentsDecidedBy('clubLife/a'),
    hub.documentsDecidedBy('purse/ann'),
    hub.documentsDecidedBy('nowhere/x'),
  ]).toEqual([[], [], []])
})

test.each<[string, DocumentKind, (key: string) => string]>([
  ['a kind that it does not name', sky, (key: string) => key],
  ['another key of the kind that it names', club, (key: string) => `${key}${key}`],
])('[EN39] a document that reads %s to find its readers is a clear error', (_, kind, keyFor) => {
  const odd = defineDocument({
    kind: 'odd',
    schema: z.object({}),
    readableBy: (_viewer, key, _odd, read) => read<DocumentKind>(kind, keyFor(key)) !== undefined,
    decidedBy: [club],
    memory: 'live',
    ...notPersonal('is a test'),
  })
  const mayRead = createMayRead({
    registry: { kinds: new Map([['odd', odd]]) },
    documents: { durable: () => ({ version: 0, value: {} }) },
    read: () => ({}) as never,
  })
  expect(() => mayRead(ann, 'odd/a' as DocumentId)).toThrow(/"odd" must not read .* decidedBy does not name it/)
})

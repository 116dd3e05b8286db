import { Delivery } from '../delivery.ts'

const teleport = {
  id: 'd1',
  number: 1,
  kind: 'teleport',
  target: { id: '76561198000000001', name: 'Rex' },
  detail: { destination: '76561198000000002', destinationName: 'Ada' },
  command: 'teleport Rex Ada',
  by: 'boss',
  byName: 'Boss',
  role: 'owner',
  queuedAt: 1_000,
}
const byAnn = { settledBy: 'ann', settledByName: 'Ann' }
const confirmed = { state: 'confirmed', kind: 'kick', command: 'kick Rex' }

/** Each way in which a delivery ends or waits, and the text that every screen and route shows for it; beside a command its order in words. */
export const outcomeExamples = (
  [
    ['game', { ...confirmed, link: 'evrima' }, '✅ Command executed instantly! kick Rex completed automatically.'],
    ['backup link', { state: 'confirmed', link: 'bridge' }, '✅ Success: Command executed via backup system'],
    ['backup link with a reply', { state: 'confirmed', link: 'source', reply: 'Moved.' }, '✅ Success: Moved.'],
    [
      'mock',
      { state: 'confirmed', link: 'mock', reply: 'Mock: teleport executed for Rex' },
      '✅ Success: Mock: teleport executed for Rex',
    ],
    [
      'mock without a reply',
      { state: 'confirmed', link: 'mock' },
      '✅ Success: Mock: commands are off, and nothing was sent',
    ],
    ['hand', { state: 'done', ...byAnn }, '✅ Success: Done by hand by Ann'],
    ['hand of an erased account', { state: 'done', settledBy: 'ann' }, '✅ Success: Done by hand'],
    ['staff: it happened', { ...confirmed, link: 'evrima', ...byAnn }, '✅ Success: Ann settled it as done'],
    [
      'staff: it happened, over the backup link',
      { state: 'confirmed', link: 'bridge', reply: 'Late.', ...byAnn },
      '✅ Success: Ann settled it as done',
    ],
    [
      'staff of an erased account: it happened',
      { ...confirmed, link: 'evrima', settledBy: 'ann' },
      '✅ Success: Staff settled it as done',
    ],
    [
      'staff: it did not happen',
      { state: 'failed', link: 'bridge', why: 'The connection was lost.', ...byAnn },
      '❌ Error: Ann settled it as not done',
    ],
    ['queue', { state: 'queued' }, '✅ Command queued: Command will be executed shortly'],
    ['sending', { state: 'sending', link: 'bridge' }, '✅ Command queued: Command will be executed shortly'],
    ['list of manual commands', { state: 'manual' }, '✅ Command queued: Command queued for manual execution'],
    ['refusal of the game', { state: 'refused', link: 'bridge', reply: 'No.' }, '❌ Error: No.'],
    ['failure', { state: 'failed', why: 'It cannot be sent.' }, '❌ Error: It cannot be sent.'],
    [
      'unknown fate',
      { state: 'unknown', link: 'bridge' },
      "❌ Error: We don't know whether this happened. Check, then settle it under Open commands.",
    ],
    ['cancellation', { state: 'cancelled', ...byAnn }, '❌ Error: The command was cancelled.'],
    ['drop', { state: 'dropped', ...byAnn }, "❌ Error: The command was dropped. It won't be carried out."],
  ] as const
).map(([way, fields, text]) => {
  const delivery = Delivery.parse({ ...teleport, ...fields })
  return { way, delivery, text, besideCommand: text.replace('kick Rex', 'Kick Rex') }
})

import { expect, test } from 'vitest'
import type { HostKind } from '../../../shared/features/deliveries/kinds.ts'
import { nothingSaid } from './hostAdapter.ts'
import { judge, type Seen, type Sent, unseenText } from './judge.ts'

const hour = 3_600_000
const sent = (kind: HostKind, more: Partial<Sent> = {}): Sent => ({
  kind,
  isAccepted: true,
  uptimeBeforeMs: hour,
  ...more,
})
const seen = ({
  host = {},
  ...more
}: Partial<Omit<Seen, 'host'>> & { host?: Partial<Seen['host']> | null } = {}): Seen => ({
  sinceMs: 20_000,
  answers: true,
  wasDown: false,
  gameUptimeMs: null,
  backup: 'none',
  ...more,
  host: host && { ...nothingSaid, state: 'running', ...host },
})

test.each([
  ['the host has been up for longer than before', sent('restart'), seen({ host: { uptimeMs: hour + 20_000 } })],
  [
    'the connection to the game was lost and is back, with its old uptime',
    sent('restart'),
    seen({ wasDown: true, host: { uptimeMs: hour + 20_000 } }),
  ],
  ['the same, and only the game tells its uptime', sent('restart'), seen({ wasDown: true, gameUptimeMs: hour })],
  [
    'the game server was started again and is not ready',
    sent('restart'),
    seen({ answers: false, host: { state: 'starting', uptimeMs: 3_000 } }),
  ],
  ['nobody tells an uptime, and the connection was never lost', sent('restart'), seen()],
  [
    'nobody tells an uptime, the connection was lost and is back, and the host never accepted',
    sent('restart', { isAccepted: false }),
    seen({ wasDown: true }),
  ],
  ['the host says running and the game does not answer', sent('start'), seen({ answers: false })],
  ['the game still answers while the host says off', sent('start'), seen({ host: { state: 'offline' } })],
  ['the host says off and the game answers', sent('shutdown'), seen({ host: { state: 'offline' } })],
  [
    'the game does not answer, and the host says stopping',
    sent('shutdown'),
    seen({ answers: false, host: { state: 'stopping' } }),
  ],
  ['the game does not answer, and the host could not be read', sent('shutdown'), seen({ answers: false, host: null })],
  [
    'the game does not answer, and the host never tells',
    sent('shutdown'),
    seen({ answers: false, host: { state: null } }),
  ],
  ['no backup of that name', sent('backupGame'), seen()],
  ['a backup that is being made', sent('backupGame'), seen({ backup: 'running' })],
] as const)('[HM1] nothing is confirmed by this: %s', (_what, action, sight) => {
  expect(judge(action, sight)).toBeNull()
})

test.each([
  [
    'its uptime is smaller than before',
    sent('restart', { uptimeBeforeMs: 10_000 }),
    seen({ sinceMs: 1_000, host: { uptimeMs: 4_000 } }),
  ],
  [
    'it runs for a shorter time than since the order',
    sent('restart', { uptimeBeforeMs: null }),
    seen({ host: { uptimeMs: 9_000 } }),
  ],
  [
    'a panel never says more than starting, and the game is back',
    sent('restart'),
    seen({ wasDown: true, host: { state: 'starting', uptimeMs: 9_000 } }),
  ],
  [
    "the game's own uptime is younger, where the host tells none",
    sent('restart', { isAccepted: false }),
    seen({ wasDown: true, gameUptimeMs: 4_000 }),
  ],
  ['it runs and the game answers', sent('start'), seen()],
  ['the game answers, where the host does not tell', sent('start'), seen({ host: { state: null } })],
  ['the host says off and the game is silent', sent('shutdown'), seen({ answers: false, host: { state: 'offline' } })],
  ['the backup is listed as complete', sent('backupGame'), seen({ backup: 'done' })],
] as const)('[HM2] it is confirmed: %s', (_what, action, sight) => {
  expect(judge(action, sight)).toMatchObject({ state: 'confirmed', reply: expect.stringMatching(/\.$/) })
})

test('[HM3] a restart that shows only by a lost connection says so', () => {
  expect(judge(sent('restart'), seen({ wasDown: true }))).toMatchObject({
    state: 'confirmed',
    why: expect.stringContaining('Neither the host nor the game reports'),
  })
})

test('[HM4] a backup that failed on the host is refused, never unknown', () => {
  expect(judge(sent('backupGame'), seen({ backup: 'failed' }))).toMatchObject({ state: 'refused' })
})

test.each([
  ['restart', seen(), null, 'nothing shows a restart. The host says running'],
  ['restart', seen({ host: { state: 'offline' } }), null, 'it stopped, or never started'],
  ['start', seen({ answers: false }), null, 'the game does not answer'],
  ['shutdown', seen(), null, 'not off: the host says running'],
  ['shutdown', seen({ host: null }), null, 'does not report'],
  ['backupGame', seen(), null, 'no such backup is there'],
  ['backupGame', seen({ backup: 'running' }), null, 'is not complete'],
  ['restart', seen(), 'The panel answers 502.', 'The panel answers 502. It may have arrived'],
] as const)('[HM5] %s that was not seen to happen says what was seen instead', (kind, sight, lostBy, text) => {
  expect(unseenText({ kind }, sight, lostBy)).toContain(text)
})

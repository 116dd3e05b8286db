import { expect, test } from 'vitest'
import { serverControlAudit } from './archives.ts'

test('[SVC79] an act without a reason ends before the reason, and shows no empty one', () => {
  const row = { by: 'ann', role: 'owner', elevated: false, from: '192.0.2.1', with: 'Firefox' } as never
  const didOf = (text: string) =>
    serverControlAudit.audited?.({ ...(row as object), act: 'restartSoon', text } as never)
  expect(didOf('an update')).toMatchObject({
    did: 'began the countdown to a restart: {text}',
    detail: { text: 'an update' },
  })
  expect(didOf('')?.did).toBe('began the countdown to a restart')
})

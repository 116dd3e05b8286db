import { expect, test } from 'vitest'
import { wordsOf } from './auditWords.ts'
import { DeliveryKind } from './kinds.ts'

test.each(DeliveryKind.options)(
  '[DL2202] the audit words %s without an article before a text that may begin with a vowel',
  (kind) => {
    const { did, order } = wordsOf('issue', kind, true)
    expect(`${order}; ${did}`).not.toMatch(/\ban? \{text\}/)
  },
)

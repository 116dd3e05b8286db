import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { RedeemRules } from './redemption.ts'

/** Owners who changed the rules of redemptions, by releases before `settingChanges`. Nothing is added to it. */
export const redemptionAudit = defineArchive({
  kind: 'redemptionAudit',
  schema: z.object({
    ...actorShape,
    rules: RedeemRules,
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { rules: 'event', ...actorOwners },
  erased: 'emptied',
  audited: ({ rules, ...row }) => ({
    ...row,
    subject: 'settings' as const,
    act: 'setRules',
    did: 'changed the rules of redeeming',
    detail: { ...rules },
  }),
})

import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { RedeemRules } from './redemption.ts'

/** Owners who changed the rules of redemptions, by releases before `settingChanges`. Nothing is added to it. */
export const redemptionAudit = defineArchive({
  kind: 'redemptionAudit',
  schema: z.object({
    by: z.string(),
    role: z.enum(roles).nullable(),
    elevated: z.boolean(),
    rules: RedeemRules,
    ...originShape,
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { by: 'by', role: 'event', elevated: 'by', rules: 'event', ...originOwners },
  erased: 'emptied',
  audited: ({ rules, ...row }) => ({
    ...row,
    subject: 'settings' as const,
    act: 'setRules',
    did: 'changed the rules of redeeming',
    detail: { ...rules },
  }),
})

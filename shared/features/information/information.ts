import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, everyone, holdersOf } from '../../engine/document.ts'

/** The tabs of the information page, in their order. */
export const informationTabs = ['server', 'guides', 'economy', 'community', 'technical'] as const
export type InformationTab = (typeof informationTabs)[number]

export const tabNames: Readonly<Record<InformationTab, string>> = {
  server: 'Server Info',
  guides: 'Game Guides',
  economy: 'Economy',
  community: 'Community',
  technical: 'Technical',
}

/** Of one tab, in UTF-16 units. */
export const longestInformation = 20_000
/** Beyond this the oldest texts can no longer be restored. */
export const mostFormerTexts = 10

/** The text of one tab as an owner wrote it, in Markdown. The key is the tab. */
export const information = defineDocument({
  kind: 'information',
  schema: z.object({
    /** Null: the text that comes with the hub. */
    text: z.string().nullable().default(null),
    /** Grows by one with each change. A change names the one that was edited. */
    version: z.int().nonnegative().default(0),
    /** Epoch ms of the last change; null before the first one. */
    changedAt: z.number().nullable().default(null),
  }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It is a page of the community, and nothing about persons.' },
  typedPages: ['text'],
  audited: 'informationAudit',
})

const FormerText = z.object({
  /** Null: the text that comes with the hub. */
  text: z.string().nullable(),
  /** Epoch ms at which it was replaced. */
  until: z.number(),
})

/** The former texts of a tab, by version, so that they can be restored. Who changed them is in the audit. The key is the tab. */
export const informationHistory = defineDocument({
  kind: 'informationHistory',
  schema: z.object({ former: z.record(z.string(), FormerText).default({}) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has former pages of the community, and nothing about persons.' },
  typedPages: ['former.*.text'],
  audited: 'informationAudit',
})

/** Owners who changed a text of the information page. */
export const informationAudit = defineArchive({
  kind: 'informationAudit',
  schema: z.object({
    act: z.enum(['change', 'restore']),
    ...actorShape,
    tab: z.enum(informationTabs),
    /** Lengths in UTF-16 units; null for the text that comes with the hub. */
    from: z.int().nullable(),
    to: z.int().nullable(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: {
    act: 'event',
    tab: 'event',
    from: 'event',
    to: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ tab, from, to, ...row }) => ({
    ...row,
    subject: 'information',
    did: `${row.act === 'restore' ? 'restored a former text' : 'changed the text'} of ${tabNames[tab]}`,
    detail: { from: from ?? 'default', to: to ?? 'default' },
  }),
})

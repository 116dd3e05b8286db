import type { z } from 'zod'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Query } from '../../shared/engine/query.ts'
import type { Principal } from './principal.ts'
import type { Implementation } from './rule.ts'
import type { ReadSetting, SettingValue } from './setting.ts'
import type { ArchiveListPage } from './storage.ts'

/** What a query may look at: durable documents and archives. */
export interface QueryContext {
  readonly principal: Principal
  readonly now: number
  read<K extends DocumentKind>(kind: K, key?: string): Readonly<DocumentOf<K>>
  readonly setting: ReadSetting
  page(archive: string, key: string, page: { before: number | null; limit: number }): Promise<ArchiveListPage>
}

export interface QueryImplementation {
  readonly query: Query
  readonly answer: (context: QueryContext, input: unknown) => unknown
  /** Answered by the authority alone: it rests on what only that one has, as what workers have gathered in memory. */
  readonly atAuthority?: boolean
}
export const implementQuery = <Q extends Query>(
  query: Q,
  answer: (
    context: QueryContext,
    input: z.output<Q['input']>,
  ) => z.output<Q['output']> | Promise<z.output<Q['output']>>,
  { atAuthority = false } = {},
): QueryImplementation => ({ query, answer: answer as QueryImplementation['answer'], atAuthority })

/** One word of the product: its documents and what may be done with them. */
export interface Feature {
  readonly name: string
  readonly documents: readonly DocumentKind[]
  readonly commands: readonly Implementation[]
  readonly queries: readonly QueryImplementation[]
  readonly settings?: readonly SettingValue[]
}

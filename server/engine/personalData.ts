import { type Archive, ownPart } from '../../shared/engine/archive.ts'
import {
  type DocumentId,
  type DocumentKind,
  type DocumentOf,
  documentId,
  exportedPart,
  type Person,
  type ReadDocument,
} from '../../shared/engine/document.ts'
import type { Page, PersonExport, QueryContext } from './feature.ts'
import type { Registry } from './registry.ts'
import type { Context } from './rule.ts'
import type { Transaction } from './transaction.ts'

type Kinds = Pick<Registry, 'kinds' | 'archives' | 'removals'>

/** Erases a person from all documents, in one change. Returns the documents that the store must delete with their keys. */
export function erasePerson({ kinds, removals }: Kinds, context: Context, person: Person): readonly DocumentId[] {
  const refuse = (code: string): never => {
    throw new Error(`An erased person could not be removed (${code})`)
  }
  for (const { remove } of removals) remove({ ...context, refuse }, person)
  const deleted: DocumentId[] = []
  for (const kind of kinds.values()) {
    if (kind.erased !== 'cleared' && kind.erased !== 'deleted') continue
    for (const key of keysOf(kind, person, context.read)) {
      clear(context, kind, key)
      if (kind.erased === 'deleted') deleted.push(documentId(kind, key))
    }
  }
  return deleted
}

function keysOf({ about }: DocumentKind, person: Person, read: ReadDocument): readonly string[] {
  if (typeof about === 'function') return about(person, read)
  if (about === 'account') return [person.account]
  return about === 'player' ? person.players : []
}

/** Resets a document to its defaults. Writes only fields that differ, so that a document without data is not created. */
function clear<K extends DocumentKind>({ edit }: Pick<Transaction, 'edit'>, kind: K, key: string) {
  const draft = edit(kind, key) as Record<string, unknown>
  const blank = kind.schema.parse({}) as DocumentOf<K> & Record<string, unknown>
  for (const field of Object.keys(draft))
    if (JSON.stringify(draft[field]) !== JSON.stringify(blank[field])) draft[field] = blank[field]
}

interface ExportDeps {
  readonly read: QueryContext['read']
  /** Without a check of permissions. */
  readonly page: (archive: Archive, about: string, before: number | null, limit: number) => Promise<Page<object>>
}
const rowsPerPage = 500
/** The newest ten thousand rows of each archive. */
const pagesPerArchive = 20

/** Collects all that is kept about a person. @param former players who were theirs before: documents about them are listed apart */
export async function exportPerson(
  { kinds, archives }: Kinds,
  deps: ExportDeps,
  person: Person,
  former: readonly string[] = [],
): Promise<PersonExport> {
  const { account, players } = person
  const ofPlayers = [...kinds.values()].filter((kind) => isAboutPlayers(kind, account, deps.read))
  return {
    documents: exportedDocuments([...kinds.values()], deps.read, person),
    formerPlayers: former.map((player) => ({
      player,
      documents: exportedDocuments(ofPlayers, deps.read, { account, players: [player] }),
    })),
    rows: await exportedRows(archives, deps, { account, players: [...players, ...former] }),
  }
}

const isAboutPlayers = (kind: DocumentKind, account: string, read: ReadDocument) =>
  keysOf(kind, { account, players: ['any'] }, read).length > keysOf(kind, { account, players: [] }, read).length

function exportedDocuments(kinds: readonly DocumentKind[], read: QueryContext['read'], person: Person) {
  const documents: Record<string, unknown> = {}
  for (const kind of kinds) {
    if (!kind.exported) continue
    const { exported } = kind
    const values = keysOf(kind, person, read).map((key) => exportedPart(exported, read(kind, key), person))
    documents[exported.field] = values.find((one) => one !== undefined) ?? null
  }
  return documents
}

async function exportedRows(archives: Registry['archives'], { page }: ExportDeps, person: Person) {
  const rows: (PersonExport['rows'][number] & { readonly seq: number })[] = []
  for (const archive of archives.values()) {
    // A row about the account and about its player is exported once.
    const seen = new Set<string>()
    for (const id of [person.account, ...person.players]) {
      let before: number | null = null
      for (let pages = 0; pages < pagesPerArchive; pages += 1) {
        const found = await page(archive, id, before, rowsPerPage)
        for (const { seq, at, row } of found.rows) {
          const exported = ownPart(archive, row as Record<string, unknown>, person)
          const key = `${seq} ${JSON.stringify(row)}`
          if (exported === null || seen.has(key)) continue
          seen.add(key)
          rows.push({ seq, at, archive: archive.kind, row: exported })
        }
        before = found.next
        if (before === null) break
      }
    }
  }
  return rows.toSorted((one, other) => other.seq - one.seq).map(({ at, archive, row }) => ({ at, archive, row }))
}

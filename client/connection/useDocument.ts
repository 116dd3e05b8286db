import { type Atom, atom, useAtomValue } from 'jotai'
import { type DocumentId, type DocumentKind, type DocumentOf, documentId } from '../../shared/engine/document.ts'

/** The document as it is now; watched for as long as the component is mounted. */
export const useDocument = <K extends DocumentKind>(kind: K, key = ''): DocumentState<DocumentOf<K>> =>
  useAtomValue(documentAtom(kind, key))

/** A document as a screen meets it. `at`: server epoch ms at which it last changed here; null while there is none. */
export type DocumentState<Value> =
  | { readonly state: 'here'; readonly value: Value; readonly at: number }
  | { readonly state: 'loading' | 'refused'; readonly value: null; readonly at: null }

export const loading: DocumentState<never> = { state: 'loading', value: null, at: null }
export const refused: DocumentState<never> = { state: 'refused', value: null, at: null }

const families = new Map<DocumentId, ReturnType<typeof makeAtoms>>()

/** What the connection writes and what screens read: reading it while mounted is what watches the document. */
function makeAtoms(id: DocumentId) {
  const copy = atom<DocumentState<object>>(loading)
  const watched = atom(
    (get) => get(copy),
    (get): (() => void) => get(watchHolder)?.watch(id) ?? (() => {}),
  )
  watched.onMount = (watch) => watch()
  return { copy, watched }
}

const atomsOf = (id: DocumentId) => {
  const atoms = families.get(id) ?? makeAtoms(id)
  families.set(id, atoms)
  return atoms
}

/** Where the connection puts its copy. Of no use to screens: it does not watch. */
export const copyAtom = (id: DocumentId) => atomsOf(id).copy

/** The document's base atom, the same one for the same id: derive from it freely. Mounted means watched. */
export const documentAtom = <K extends DocumentKind>(kind: K, key = '') =>
  atomsOf(documentId(kind, key)).watched as Atom<DocumentState<DocumentOf<K>>>

/** What an atom needs of the connection: a way to say that it wants a document, and later that it does not. */
interface WatchHolder {
  watch(id: DocumentId): () => void
}

/** How documents are watched in this store, so that atoms can do it by being mounted. Set once, by the connection. */
export const watchHolder = atom<WatchHolder | null>(null)

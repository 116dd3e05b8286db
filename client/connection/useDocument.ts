import { type Atom, atom, useAtomValue } from 'jotai'
import { type DocumentId, type DocumentKind, type DocumentOf, documentId } from '../../shared/engine/document.ts'

/** The current document, watched while the component is mounted. */
export const useDocument = <K extends DocumentKind>(kind: K, key = ''): DocumentState<DocumentOf<K>> =>
  useAtomValue(documentAtom(kind, key))

/** A document as a screen reads it. `at`: server epoch ms of its last change here; null while there is no value. */
export type DocumentState<Value> =
  | { readonly state: 'here'; readonly value: Value; readonly at: number }
  | { readonly state: 'loading' | 'refused'; readonly value: null; readonly at: null }

export const loading: DocumentState<never> = { state: 'loading', value: null, at: null }
export const refused: DocumentState<never> = { state: 'refused', value: null, at: null }

/** The document's base atom, the same one for the same id, from which others can derive. It watches the document while mounted. */
export const documentAtom = <K extends DocumentKind>(kind: K, key = '') =>
  atomsOf(documentId(kind, key)).watched as Atom<DocumentState<DocumentOf<K>>>

/** Where the connection writes its copy. Screens do not read it, since it does not watch. */
export const copyAtom = (id: DocumentId) => atomsOf(id).copy

/** The part of the connection that atoms use. */
interface Watcher {
  watch(id: DocumentId): () => void
  /** Server time, epoch ms. */
  serverNow(): number
}

/** The watcher of this store. Set once, by the connection. */
export const watcherAtom = atom<Watcher | null>(null)

const families = new Map<DocumentId, ReturnType<typeof makeAtoms>>()

function makeAtoms(id: DocumentId) {
  const copy = atom<DocumentState<object>>(loading)
  const watched = atom(
    (get) => get(copy),
    (get): (() => void) => get(watcherAtom)?.watch(id) ?? (() => {}),
  )
  watched.onMount = (watch) => watch()
  return { copy, watched }
}

const atomsOf = (id: DocumentId) => {
  const atoms = families.get(id) ?? makeAtoms(id)
  families.set(id, atoms)
  return atoms
}

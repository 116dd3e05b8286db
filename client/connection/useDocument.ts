import { useAtomValue } from 'jotai'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import { type DocumentState, documentAtom } from './documentAtom.ts'

/** The document as it is now; watched for as long as the component is mounted. */
export const useDocument = <K extends DocumentKind>(kind: K, key = ''): DocumentState<DocumentOf<K>> =>
  useAtomValue(documentAtom(kind, key))

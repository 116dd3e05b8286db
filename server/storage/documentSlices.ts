import { DocumentId } from '../../shared/engine/document.ts'
import type { Stored } from '../engine/storage.ts'

export interface DocumentText {
  readonly id: DocumentId
  readonly version: number
  readonly json: string
}

/** Limits of one slice: an append waits for no longer than one slice takes, on either thread. */
const SLICE_CHARACTERS = 200_000
const SLICE_DOCUMENTS = 200

/** Refuses what could be written but never read again. */
export const checkDocument = ({ id, version }: Stored) => {
  if (!DocumentId.safeParse(id).success) throw new Error(`${JSON.stringify(id)} is not a document's id.`)
  if (!Number.isSafeInteger(version) || version < 0) throw new Error(`${id} cannot be at version ${version}.`)
}

/** Serialised slice by slice, so that a large checkpoint never blocks the hub's thread for long. */
export function* documentSlices(documents: readonly Stored[]): Generator<DocumentText[]> {
  let slice: DocumentText[] = []
  let characters = 0
  for (const { id, version, value } of documents) {
    const json = JSON.stringify(value)
    slice.push({ id, version, json })
    characters += json.length
    if (characters < SLICE_CHARACTERS && slice.length < SLICE_DOCUMENTS) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield slice
}

/** Items in slices of limited size. */
export function* slices<T>(items: readonly T[], most: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}

import { DocumentId } from '../../../shared/engine/document.ts'
import type { Stored } from '../../engine/storage.ts'
import type { Line } from './line.ts'
import type { KeptDocument } from './readDocuments.ts'

/** One slice's JSON: what an append may have to wait for, on either thread. */
const SLICE_CHARACTERS = 200_000
const SLICE_DOCUMENTS = 200

/** What would be kept and could never be read again is refused. */
const checkDocument = ({ id, version }: Stored) => {
  if (!DocumentId.safeParse(id).success) throw new Error(`${JSON.stringify(id)} is no document's id.`)
  if (!Number.isSafeInteger(version) || version < 0) throw new Error(`${id} cannot be at version ${version}.`)
}

/** Serialised slice by slice, so that a large checkpoint never holds the hub's thread for long. */
function* slices(documents: readonly Stored[]): Generator<KeptDocument[]> {
  let slice: KeptDocument[] = []
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

/** Writes one checkpoint; one at a time. Appends may run beside it. */
export const writeCheckpoint = async (line: Line, seq: number, documents: readonly Stored[]) => {
  documents.forEach(checkDocument)
  await line.ask('beginCheckpoint', { seq })
  for (const slice of slices(documents)) await line.ask('keepDocuments', { documents: slice })
  await line.ask('finishCheckpoint', { seq })
  let left = Number.POSITIVE_INFINITY
  while (left > 0) left = await line.ask('sweep', null)
}

import { DocumentId } from '../../../shared/engine/document.ts'
import type { Stored } from '../../engine/storage.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'
import type { Standing } from './standing.ts'

const AT_ONCE = 500

/** A document as it is kept. */
export const keptText = ({ version, json }: { readonly version: number; readonly json: string }) => `${version} ${json}`

/** What is staged and moving wins; it is read first, as what is moved meanwhile is then found where it goes. @throws DamagedStore */
export async function readDocuments(place: Place, line: Caller, { isMoving }: Standing): Promise<Stored[]> {
  const moving = isMoving ? await readHash(line, place.keys.staged) : []
  const documents = new Map(await readHash(line, place.keys.docs))
  for (const [id, kept] of moving) documents.set(id, kept)
  return [...documents].map(([id, kept]) => storedOf(place, id, kept))
}

async function readHash({ call }: Caller, key: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  let cursor = '0'
  do {
    const [next, pairs] = (await call(['HSCAN', key, cursor, 'COUNT', String(AT_ONCE)])) as [string, string[]]
    for (let at = 0; at + 1 < pairs.length; at += 2) found.push([pairs[at] ?? '', pairs[at + 1] ?? ''])
    cursor = next
  } while (cursor !== '0')
  return found
}

export function storedOf(place: Place, name: string, kept: string): Stored {
  const [, version, json] = /^(\d+) (.*)$/s.exec(kept) ?? []
  const { success, data: id } = DocumentId.safeParse(name)
  const value = json === undefined ? null : parsed(json)
  if (success && version !== undefined && value) return { id, version: Number(version), value }
  throw damaged(place, `holds document ${name}, which is not as a hub writes it.`)
}

const parsed = (json: string): object | null => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

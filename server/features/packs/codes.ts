import { z } from 'zod'
import { defineDocument, nobody } from '../../../shared/engine/document.ts'
import { PackId } from '../../../shared/engine/ids.ts'
import { codeAlphabet, codeLength } from '../../../shared/features/packs/pack.ts'
import type { Transaction } from '../../engine/transaction.ts'

/** Which pack a code opens. Split by the code's first character, so that a change never touches more than a few others. */
export const packCodes = defineDocument({
  kind: 'packCodes',
  schema: z.object({ packs: z.record(z.string(), PackId).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
})

interface CodeParts extends Transaction {
  newId(): string
}

export function packWith(read: Transaction['read'], code: string): PackId | null {
  const { packs } = read(packCodes, bucketOf(code))
  return Object.hasOwn(packs, code) ? (packs[code] ?? null) : null
}

/** A new code that opens this pack and no other. */
export function openCode({ read, edit, newId }: CodeParts, id: PackId): string {
  let code = codeFrom(newId)
  while (packWith(read, code) !== null) code = codeFrom(newId)
  edit(packCodes, bucketOf(code)).packs[code] = id
  return code
}

export function closeCode({ edit }: Pick<Transaction, 'edit'>, code: string): void {
  delete edit(packCodes, bucketOf(code)).packs[code]
}

const bucketOf = (code: string) => code.slice(0, 1)

/** Bytes from here on are left out: with them the first letters of the alphabet would come more often than the last. */
const byteLimit = 256 - (256 % codeAlphabet.length)

/** @param newId makes random UUIDs */
export function codeFrom(newId: () => string): string {
  const letters: string[] = []
  while (letters.length < codeLength) {
    const fair = randomBytesOf(newId()).filter((byte) => byte < byteLimit)
    letters.push(...fair.map((byte) => codeAlphabet[byte % codeAlphabet.length] ?? ''))
  }
  return letters.slice(0, codeLength).join('')
}

/** Two of a UUID's sixteen bytes are in part its version and its variant. */
const randomBytesOf = (uuid: string) =>
  (uuid.replaceAll('-', '').match(/../g) ?? [])
    .filter((_, index) => index !== 6 && index !== 8)
    .map((digits) => Number.parseInt(digits, 16))

import { z } from 'zod'
import { defineDocument, nobody, notPersonal } from '../../../shared/engine/document.ts'
import { PackId } from '../../../shared/engine/ids.ts'
import { codeAlphabet, codeLength } from '../../../shared/features/packs/pack.ts'
import type { Transaction } from '../../engine/transaction.ts'

/** The pack of each code. Its key is the code's first character, so that each document stays small. */
export const packCodes = defineDocument({
  kind: 'packCodes',
  schema: z.object({ packs: z.record(z.string(), PackId).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('is deleted with its pack'),
})

interface CodeContext extends Transaction {
  newId(): string
}

export function packWith(read: Transaction['read'], code: string): PackId | null {
  const { packs } = read(packCodes, bucketOf(code))
  return Object.hasOwn(packs, code) ? (packs[code] ?? null) : null
}

/** Makes a code that no other pack has. */
export function openCode({ read, edit, newId }: CodeContext, id: PackId): string {
  let code = codeFrom(newId)
  while (packWith(read, code) !== null) code = codeFrom(newId)
  edit(packCodes, bucketOf(code)).packs[code] = id
  return code
}

export function closeCode({ edit }: Pick<Transaction, 'edit'>, code: string): void {
  delete edit(packCodes, bucketOf(code)).packs[code]
}

const bucketOf = (code: string) => code.slice(0, 1)

/** Bytes from here on are skipped, so that every character of the alphabet is equally likely. */
const byteLimit = 256 - (256 % codeAlphabet.length)

/** @param newId makes random UUIDs */
export function codeFrom(newId: () => string): string {
  const letters: string[] = []
  while (letters.length < codeLength) {
    const unbiased = randomBytesOf(newId()).filter((byte) => byte < byteLimit)
    letters.push(...unbiased.map((byte) => codeAlphabet[byte % codeAlphabet.length] ?? ''))
  }
  return letters.slice(0, codeLength).join('')
}

/** Without the two bytes that hold the version and the variant of a UUID. */
const randomBytesOf = (uuid: string) =>
  (uuid.replaceAll('-', '').match(/../g) ?? [])
    .filter((_, index) => index !== 6 && index !== 8)
    .map((digits) => Number.parseInt(digits, 16))

import { DamagedStore } from '../../engine/storage.ts'
import { shownAddress } from './address.ts'
import { createKeys, type Keys } from './keys.ts'

/** Which store this is: where, under which prefix, and as which node of it. */
export interface Place {
  readonly keys: Keys
  readonly node: string
  /** As it is named to people. */
  readonly name: string
}

export const createPlace = (url: string, prefix: string, node: string): Place => {
  if (!/^[\w.-]+$/.test(node)) throw new Error(`"${node}" is no name of a node: letters, digits, . _ and - only.`)
  const keys = createKeys(prefix)
  return { keys, node, name: `Redis at ${shownAddress(url)}, keys ${keys.prefix}*` }
}

const RESTORE = 'Put a backup of that Redis back, or give the hub another REDIS_PREFIX to start afresh.'

/** Ours, and its content cannot be trusted. */
export const damaged = ({ name }: Place, wrong: string, remedy = RESTORE) => new DamagedStore(name, wrong, remedy)

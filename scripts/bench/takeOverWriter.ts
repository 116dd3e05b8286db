import type { Entry } from '../../server/engine/entry.ts'
import { openRedisStorage, type RedisStorage } from '../../server/storage/redis/redis.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { newCommandId } from '../../shared/engine/ids.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { answerParent } from './childProcess.ts'
import { bonus, bonusRow, type CommunitySize, communityDocuments, walletOf } from './community.ts'

// The leader that is killed: it holds the lease, and writes to the store as a leader does, with a checkpoint after as many entries; but
// as fast as the store takes it. Each entry gives one account a bonus of a day, with a row of the ledger and the id of a command.

const checkpointEvery = 20_000
const atOnce = 500
const commandsASecond = 1_000

let opened: { readonly storage: RedisStorage; readonly epoch: number; readonly size: CommunitySize } | null = null
let seq = 0
const leading = () => {
  if (!opened) throw new Error('The store is not open.')
  return opened
}
const ownerOf = (nth: number) => `p${nth % leading().size.accounts}`
/** How often the account of an entry got its bonus, with this entry. */
const timesOf = (nth: number) => Math.floor((nth - 1) / leading().size.accounts) + 1

function entryAt(nth: number, at: number): Entry {
  const { epoch, size } = leading()
  const actor = ownerOf(nth)
  const earned = bonus * timesOf(nth)
  const value = walletOf(earned)
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(4, nth)
  return {
    seq: nth,
    epoch,
    at,
    actor,
    command: 'ledger.takeBonus',
    commandId: newCommandId(at, random),
    input: {},
    output: { amount: bonus },
    changes: [
      {
        id: `${wallet.kind}/${actor}`,
        version: timesOf(nth) + 1,
        patches: [
          { op: 'replace', path: ['voidPearls'], value: value.voidPearls },
          { op: 'replace', path: ['flows', 'faucet:dailyBonus', 'voidPearls'], value: earned },
        ],
      },
    ],
    archive: [{ kind: ledger.kind, about: [actor], row: bonusRow(nth, size).row }],
  }
}

/** All wallets as of the last entry. */
function walletsNow() {
  const { size } = leading()
  return Array.from({ length: Math.min(seq, size.accounts) }, (_, at) => {
    const last = seq - at
    const id: DocumentId = `${wallet.kind}/${ownerOf(last)}`
    return { id, version: timesOf(last) + 1, value: walletOf(bonus * timesOf(last)) }
  })
}

const answers = {
  /** Becomes the leader of an empty store with these accounts. Returns the tokens of their open sessions. */
  async lead(url: string, size: CommunitySize) {
    const storage = await openRedisStorage({ url, node: 'killed-leader' })
    const { epoch } = await storage.load()
    opened = { storage, epoch, size }
    const { tokens, documents } = communityDocuments(size, Date.now())
    await storage.checkpoint(0, documents)
    return tokens
  },
  /** @param isKept whether checkpoints are written, and one at the end */
  async write(entries: number, isKept: boolean) {
    const { storage } = leading()
    const [from, until, now] = [seq, seq + entries, Date.now()]
    while (seq < until) {
      const many = Math.min(atOnce, until - seq)
      const timeOf = (nth: number) => now - Math.ceil(((until - nth) * 1_000) / commandsASecond)
      await storage.append(Array.from({ length: many }, (_, at) => entryAt(seq + 1 + at, timeOf(seq + 1 + at))))
      seq += many
      const isDue = (seq - from) % checkpointEvery === 0 || seq === until
      if (isKept && isDue) await storage.checkpoint(seq, walletsNow())
    }
    return seq
  },
}
export type TakeOverWriterAnswers = typeof answers

answerParent(answers)

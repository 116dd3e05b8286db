import type { SharedStorage, Storage } from '../../engine/storage.ts'
import type { JournalMetrics, StoreCall } from './journalMetrics.ts'
import type { TailMetrics } from './tailMetrics.ts'

type Timed = Pick<JournalMetrics, 'took' | 'failed'>

/** The same store, of which it is told how long it takes. */
export function meteredStorage<S extends Storage>(storage: S, { took, failed }: Timed): S {
  const timed = async <T>(call: StoreCall, asked: () => Promise<T>): Promise<T> => {
    const beganAt = performance.now()
    try {
      const answer = await asked()
      took(call, performance.now() - beganAt)
      return answer
    } catch (error) {
      failed(call, error)
      throw error
    }
  }
  const metered: Pick<Storage, StoreCall> = {
    append: (entries) => timed('append', () => storage.append(entries)),
    checkpoint: (seq, documents) => timed('checkpoint', () => storage.checkpoint(seq, documents)),
    answers: (since) => timed('answers', () => storage.answers(since)),
    readArchive: (archive, key, page) => timed('readArchive', () => storage.readArchive(archive, key, page)),
    tail: (seq, limit) => timed('tail', () => storage.tail(seq, limit)),
    forget: (forgetting) => timed('forget', () => storage.forget(forgetting)),
  }
  // Over the store itself and not a copy of it: some of what it tells changes, as how durable it is.
  return Object.assign(Object.create(storage) as S, metered)
}

/** The same of a store that nodes share, with what they follow and what they send each other. */
export function meteredSharedStorage(storage: SharedStorage, timed: Timed, tail: TailMetrics): SharedStorage {
  const { bus } = storage
  const followed: Pick<SharedStorage, 'follow' | 'bus'> = {
    follow: (seq, { entries, missing }) =>
      storage.follow(seq, {
        entries(come) {
          tail.entries(come)
          entries(come)
        },
        missing(why) {
          tail.missing()
          missing(why)
        },
      }),
    bus: {
      ...bus,
      send(topic, message) {
        tail.bus('sent', topic, message.length)
        bus.send(topic, message)
      },
      listen: (topic, listener) =>
        bus.listen(topic, (message, from) => {
          tail.bus('received', topic, message.length)
          listener(message, from)
        }),
      onGap: (listener) =>
        bus.onGap(() => {
          tail.gap()
          listener()
        }),
    },
  }
  return Object.assign(meteredStorage(storage, timed), followed)
}

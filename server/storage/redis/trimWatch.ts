import type { RedisLog } from './opening.ts'
import type { Place } from './place.ts'

/** Tells once when somebody else has taken away the front of the journal. */
export function createTrimWatch({ name }: Place, log: RedisLog) {
  let told = 0
  return (left: number, there: number) => {
    if (there <= left || there === told) return
    told = there
    log.warn(
      `${name}: entries ${left} to ${there - 1} were taken out of the journal by somebody else. The hub holds what they did, and its next checkpoint makes the store whole again; a node that had not read them begins anew after that. Let nobody but the hub trim that stream.`,
    )
  }
}

import { isLoopback, networkOf } from '../engine/networkOf.ts'

/**
 * How many connections each network holds. This machine itself may hold any number: what comes from here is the owner's, or a web
 * server that is not configured to be believed, and that brings everyone.
 * @param most 0 for any number
 */
export function createCrowds(most: number) {
  const counts = new Map<string, number>()
  const isCounted = (address: string | null): address is string => most > 0 && address !== null && !isLoopback(address)
  const add = (network: string, by: number) => {
    const next = (counts.get(network) ?? 0) + by
    if (next === 0) counts.delete(network)
    else counts.set(network, next)
  }
  return {
    isFull: (address: string | null) => isCounted(address) && (counts.get(networkOf(address)) ?? 0) >= most,
    /** Returns what is to be called when the connection has ended. */
    enter(address: string | null) {
      if (!isCounted(address)) return () => {}
      const network = networkOf(address)
      add(network, 1)
      return () => add(network, -1)
    },
  }
}

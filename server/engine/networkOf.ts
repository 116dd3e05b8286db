import { isIPv4, isIPv6 } from 'node:net'

/** Whoever has an IPv6 address has all 2^64 of its network, and so counts as one with them. An IPv4 address stands for itself. */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  return v4Of(groups) ?? `${groups.slice(0, 4).map(inHex).join(':')}::/64`
}

export function isLoopback(address: string): boolean {
  const [bare = ''] = address.split('%')
  const v4 = isIPv6(bare) ? v4Of(groupsOf(bare)) : bare
  if (v4 !== null) return isIPv4(v4) && v4.startsWith('127.')
  return groupsOf(bare).join() === '0,0,0,0,0,0,0,1'
}

const inHex = (group: number) => group.toString(16)

/** The IPv4 address that stands in an IPv6 one, as a socket that listens to both writes it: '::ffff:192.0.2.7'. */
function v4Of(groups: readonly number[]) {
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,65535') return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** The eight groups of 16 bits of an IPv6 address, in whatever way it is written. */
function groupsOf(address: string): readonly number[] {
  // As the URL standard writes it: nothing is left in decimal.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after] = written.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const left = after ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
  return [...before, ...left, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
}

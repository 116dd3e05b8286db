import { isIPv4, isIPv6 } from 'node:net'

/** What one caller controls: of an IPv6 address its whole /64 network, of an IPv4 address the address itself. */
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

/** The IPv4 address within an IPv6 one, as a socket that listens to both writes it: '::ffff:192.0.2.7'. */
function v4Of(groups: readonly number[]) {
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,65535') return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** The eight groups of 16 bits of an IPv6 address in any notation. */
function groupsOf(address: string): readonly number[] {
  // The URL standard's notation has no decimal part.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after] = written.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const left = after ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
  return [...before, ...left, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
}

import type { Clock } from '../engine/clock.ts'
import { createLineLimit } from '../engine/lineLimit.ts'

type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean

/**
 * The same check, which warns when a page is refused although it was loaded from where it connects to: then PUBLIC_URL is missing or names
 * another address, and no user gets in. Or another site's name leads to this hub, which is what the check protects from.
 */
export function warnOfOwnOrigin(
  isOurOrigin: OriginCheck,
  clock: Pick<Clock, 'monotonic'>,
  warn: (origin: string) => void,
): OriginCheck {
  const limit = createLineLimit(clock)
  return (origin, host) => {
    const isOurs = isOurOrigin(origin, host)
    const page = isOurs || origin === undefined ? null : URL.parse(origin)
    const isSame = page !== null && host !== undefined && page.host === host.toLowerCase()
    if (isSame && limit('own origin', null)) warn(page.origin.slice(0, 100))
    return isOurs
  }
}

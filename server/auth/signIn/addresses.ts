interface BaseParts {
  readonly publicUrl: string | null
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
}

/**
 * Where people reach the hub: what its owner says, else where this request came to, if nobody can have pointed that name
 * here from outside. Null if neither is known.
 */
export function createSignInBase({ publicUrl, isOurOrigin }: BaseParts) {
  const known = publicUrl === null ? null : new URL(publicUrl).origin
  return (host: string | undefined): string | null => {
    if (known !== null) return known
    const origin = URL.parse(`http://${host}`)?.origin
    return origin !== undefined && isOurOrigin(origin, host) ? origin : null
  }
}

const here = 'http://here.invalid'
const mostLength = 500

/** Pages only: a start of a sign-in would begin another one, and the API is not for people. */
const notPages = ['/auth/', '/api/', '/socket.io/', '/.netlify/']

/** A page of this hub, as path and query. Whatever is anything else becomes the first page: no address leads elsewhere. */
export function returnPathOf(wanted: string | null): string {
  if (wanted === null || wanted.length > mostLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return '/'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here) return '/'
  const path = url.pathname + url.search + url.hash
  // Dots are gone by now: '/.//elsewhere' has become '//elsewhere', which a browser takes for another host.
  if (path.startsWith('//') || path.length > mostLength || !isPage(url.pathname)) return '/'
  return path
}

function isPage(path: string) {
  try {
    const plain = decodeURIComponent(path)
    return !notPages.some((start) => plain.startsWith(start))
  } catch {
    return false
  }
}

/** The page with what became of the sign-in in its query; never who it was. */
export function arrivalAt(path: string, told: Readonly<Record<'auth' | 'provider', string>> & { reason?: string }) {
  const url = new URL(returnPathOf(path), here)
  for (const name of ['auth', 'provider', 'reason']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** As it stands in the address: what is there twice is not made one. */
export const signInQuery = (url: string) => new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')

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

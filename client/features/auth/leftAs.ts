const key = 'waterhole.leftAs'

/** Notes who sits here when the page goes: whoever comes back from a provider as the same has linked an account. */
export function leaveAs(account: string | null) {
  try {
    if (account === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, account)
  } catch {
    // A browser that keeps nothing: linking is then told as a sign-in, and nothing else is lost.
  }
}

/** As whom this tab was left last; null for a guest or where it was not noted. */
export function takeLeftAs(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const key = 'waterhole.leftAs'

/** Notes who goes to a provider from here: whoever comes back as the same has linked an account. */
export function leaveAs(account: string) {
  try {
    sessionStorage.setItem(key, account)
  } catch {
    // A browser that keeps nothing: linking is then told as a sign-in, and nothing else is lost.
  }
}

/** As whom this tab was left for a provider; null for a guest or where it was not noted. */
export function leftAs(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** It holds for one return. */
export function forgetLeftAs() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

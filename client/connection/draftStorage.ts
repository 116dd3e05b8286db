const prefix = 'waterhole.draft.'

/** Where a draft is kept: drafts of one account are never shown to another. @param account id; null for a guest */
export const draftKey = (account: string | null, page: string, name: string): string =>
  `${prefix}${account ?? ''} ${page} ${name}`

/** If the browser forbids or has no room for storage, a draft lasts as long as its page. */
const attempt = <Result>(action: () => Result): Result | null => {
  try {
    return action()
  } catch {
    return null
  }
}

/** The kept draft, read from JSON; undefined if there is none. */
export const readDraft = (key: string): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '') as unknown) ?? undefined

/** @param draft undefined removes it */
export const writeDraft = (key: string, draft: unknown): void => {
  attempt(() =>
    draft === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(draft)),
  )
}

/** Removes all drafts of this tab except those of one account. @param account null: of all accounts */
export function forgetDrafts(account: string | null): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && (account === null || !key.startsWith(`${prefix}${account} `)))
        sessionStorage.removeItem(key)
  })
}

/** As it stands in the address: what is there twice is not made one. */
export const signInQuery = (url: string) => new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')

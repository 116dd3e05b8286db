/** What somebody shows to be let in: a browser its cookies, a program the token that its owner has made. */
export interface Credentials {
  /** The Cookie header. */
  readonly cookie: string | undefined
  /** Goes before any cookie. */
  readonly token: string | undefined
}

/** Redis answered that it will not. The first word says why: OOM, READONLY, WRONGTYPE, ... */
export class Refused extends Error {
  readonly word: string
  constructor(message: string) {
    super(message)
    this.word = /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'ERR'
  }
}

/** It was sent, and no answer came: whether it was done is not known. */
export class NoAnswer extends Error {}

/** It was not sent, so it was certainly not done. */
export class NotSent extends Error {}

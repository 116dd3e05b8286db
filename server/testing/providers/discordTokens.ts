import { createHash, randomBytes } from 'node:crypto'

export interface DiscordPerson {
  readonly id: string
  readonly username: string
  readonly discriminator?: string
  readonly globalName?: string | null
  readonly avatar?: string | null
  readonly premiumType?: number
}

interface Grant {
  readonly person: DiscordPerson
  readonly redirectUri: string
  readonly challenge: string
  /** Epoch ms. */
  readonly until: number
}

const codeLengthMs = 60_000

/** Codes that are good once, for a minute, and the tokens that they were exchanged for. */
export function createDiscordTokens() {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, DiscordPerson>()
  return {
    codeFor(query: URLSearchParams, person: DiscordPerson, fault: string): string {
      const code = randomBytes(15).toString('base64url')
      codes.set(code, {
        ...{ person, redirectUri: query.get('redirect_uri') ?? '', challenge: query.get('code_challenge') ?? '' },
        until: Date.now() + (fault === 'expiredCode' ? -1 : codeLengthMs),
      })
      return fault === 'inventedCode' ? 'a-code-that-nobody-gave' : code
    },
    /** Null where the code is used, old, or of somebody else. */
    tokenFor(form: URLSearchParams): string | null {
      const code = form.get('code') ?? ''
      const given = codes.get(code)
      codes.delete(code)
      if (!given || !isFor(given, form)) return null
      const token = randomBytes(20).toString('base64url')
      tokens.set(token, given.person)
      return token
    },
    holderOf: (token: string) => tokens.get(token),
  }
}

const isFor = ({ redirectUri, challenge, until }: Grant, form: URLSearchParams) => {
  const shown = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isAsked = form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === redirectUri
  return isAsked && shown === challenge && Date.now() < until
}

/** Shorter ones would blot out words that mean something else. */
const shortestSecret = 6

/** What is secret by its form, whoever it belongs to; the first group, if any, stays. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/((?:__Host-)?waterhole_\w+=)[^;\s"\\]+/g, '$1[hidden]'],
  [/\b(Bearer |Basic )[\w.~+/=-]+/gi, '$1[hidden]'],
  [/([?&](?:code|state|key|token|access_token|client_secret|openid[.\w]*)=)[^&\s"\\]+/g, '$1[hidden]'],
  [/\bscrypt\$[\w$-]+/g, '[hidden]'],
  [/\bwht_[\w-]+/g, '[hidden]'],
  // 256 bits in base64url: session tokens, and what is kept of them.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g, '[hidden]'],
  // Of Steam and Discord.
  [/(?<![\w.-])\d{17,20}(?![\w.-])/g, '[id]'],
]

/**
 * The last net under what is written down: a secret of the configuration in any spelling that a line may give it, and
 * whatever looks like a cookie, a token, a code or the id of a person at a provider.
 */
export function createBlotOut(secrets: readonly string[]) {
  const spellings = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellingsOf)
  const known = new Set(spellings.toSorted((one, other) => other.length - one.length))
  return (line: string) => {
    let clean = line
    for (const spelling of known) clean = clean.replaceAll(spelling, '[hidden]')
    for (const [form, instead] of secretForms) clean = clean.replaceAll(form, instead)
    return clean
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const spellingsOf = (secret: string) => {
  const encoded = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
  const coded = [Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('base64url')]
  return [secret, inJson(secret), inJson(inJson(secret)), ...encoded, ...coded]
}

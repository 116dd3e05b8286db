/** What the names of variables with secrets have in common: a new one is found by its name. */
const secretNames = /PASSWORD|SECRET|KEY|HASH|TOKEN|WEBHOOK|REDIS_URL|HOST_COMMANDS/

/** An address may contain a password before its @ or after its ?. */
export const mayHoldSecret = (name: string, value: string) => secretNames.test(name) || /[@?]/.test(value)

/** These may name a file instead: the name of the file is not a secret. */
const mayBePaths = new Set(['GAME_FILES_KEY', 'HOST_COMMANDS'])

/** The secrets in these variables, as the log must not have them: whole values, and parts of addresses. */
export const secretsIn = (variables: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) =>
    value === undefined || !mayHoldSecret(name, value) ? [] : secretsOf(name, value).filter((one) => one !== ''),
  )

function secretsOf(name: string, value: string): readonly string[] {
  const isNamedSo = secretNames.test(name)
  const url = !isNamedSo || name.endsWith('_URL') ? URL.parse(value) : null
  if (!url?.host) return isNamedSo && !(mayBePaths.has(name) && /^[./~]/.test(value)) ? [value] : []
  const shown = [url.password, url.search.slice(1)]
  // A webhook is posted to with the end of its path; and some services take a token as the name of a user.
  const more = isNamedSo ? [url.username, url.pathname.split('/').findLast((part) => part !== '') ?? ''] : []
  return [...shown, ...more].flatMap((one) => [one, decoded(one)])
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the names of variables with secrets have in common: a new one is found by its name. */
const secretNames = /PASSWORD|SECRET|KEY|HASH|TOKEN|WEBHOOK|REDIS_URL|HOST_COMMANDS/

/** An address may contain a password before its @ or after its ?. */
export const mayHoldSecret = (name: string, value: string) => secretNames.test(name) || /[@?]/.test(value)

/**
 * The secrets in these variables, as the log must not have them: whole values, and of addresses the password and what follows the host. The path
 * of a key file is no secret.
 */
export const secretsIn = (variables: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) =>
    value === undefined || !mayHoldSecret(name, value) ? [] : secretsOf(value, secretNames.test(name)),
  )

function secretsOf(value: string, isNamedSo: boolean): readonly string[] {
  const url = URL.parse(value)
  if (!url?.host) return isNamedSo && !/^[./~]/.test(value) ? [value] : []
  const password = [url.password, decoded(url.password)]
  // The end of a webhook's path, or its query, is what lets others post there.
  const place = isNamedSo ? [url.pathname.split('/').at(-1) ?? '', url.search.slice(1)] : [url.search.slice(1)]
  return [...password, ...place].filter((one) => one !== '')
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

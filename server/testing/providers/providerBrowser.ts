/** A browser with cookies that does not follow redirects. @param usual headers of all its requests */
export function createBrowser(address: string, usual: Record<string, string> = {}) {
  const jar = new Map<string, string>()

  function keep(given: readonly string[]) {
    for (const line of given) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*Max-Age=0\b/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    cookieHeader,
    /** @param path of the hub, or an address of it */
    async go(path: string, headers: Record<string, string> = {}) {
      const cookie = cookieHeader()
      const answer = await fetch(new URL(path, address), {
        headers: { ...(cookie && { cookie }), ...usual, ...headers },
        redirect: 'manual',
      })
      const setCookies = answer.headers.getSetCookie()
      keep(setCookies)
      const location = answer.headers.get('location') ?? ''
      return { status: answer.status, location, setCookies, headers: answer.headers, text: await answer.text() }
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

/** Opens the provider's page and follows one of its links. Returns the address of the redirect. @param link the beginning of its text */
export async function followProviderLink(startAddress: string, link: string): Promise<string> {
  const html = await (await fetch(startAddress)).text()
  const found = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].find(([, , text]) => text?.startsWith(link))
  if (!found) throw new Error(`The page of the provider has no link "${link}": ${html.slice(0, 200)}`)
  const address = new URL((found[1] ?? '').replaceAll('&amp;', '&'), startAddress)
  const answer = await fetch(address, { redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

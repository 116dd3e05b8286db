/**
 * What a person does in a browser at a provider: opens the page that the hub sent them to and presses one of its links.
 * Returns the address that they are sent back to. @param link as it begins on the page
 */
export async function goThrough(startAddress: string, link: string): Promise<string> {
  const html = await (await fetch(startAddress)).text()
  const found = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].find(([, , text]) => text?.startsWith(link))
  if (!found) throw new Error(`The page of the provider has no link "${link}": ${html.slice(0, 200)}`)
  const address = new URL((found[1] ?? '').replaceAll('&amp;', '&'), startAddress)
  const answer = await fetch(address, { redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

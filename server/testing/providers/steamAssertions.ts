import { createHmac, randomBytes } from 'node:crypto'

/** How an assertion can be wrong. All but the first are signed as they stand, and Steam would confirm them. */
export const steamFaults = [
  ...['badSignature', 'replayedNonce', 'oldNonce', 'wrongReturnAddress', 'wrongState', 'otherHost'],
  ...['otherIdentity', 'unsignedIdentity', 'otherProvider', 'fieldTwice'],
] as const

export const steamNs = 'http://specs.openid.net/auth/2.0'
const allFields = ['signed', 'op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']

/** What Steam says of somebody under its signature, and whether something is its own: it confirms each assertion once. */
export function createSteamAssertions(openIdUrl: () => string) {
  const key = randomBytes(32)
  const fresh = new Set<string>()
  let lastNonce = ''

  const sign = (fields: URLSearchParams) => {
    const names = (fields.get('openid.signed') ?? '').split(',')
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`)}\n`).join('')
    return createHmac('sha256', key).update(text).digest('base64')
  }
  function nonceFor(fault: string) {
    if (fault === 'replayedNonce' && lastNonce) return lastNonce
    const time = new Date(Date.now() - (fault === 'oldNonce' ? 3_600_000 : 0)).toISOString()
    return `${time.slice(0, 19)}Z${randomBytes(9).toString('base64url')}`
  }
  return {
    /** The fields that a browser carries back. */
    make(returnTo: string, steamId: string, fault: string): URLSearchParams {
      const host = fault === 'otherHost' ? 'https://steamcornmunity.example' : new URL(openIdUrl()).origin
      const other = `${host}/openid/id/76561198000009999`
      const claimed = `${host}/openid/id/${steamId}`
      lastNonce = nonceFor(fault)
      fresh.add(lastNonce)
      const given = {
        ...{ ns: steamNs, mode: 'id_res', claimed_id: claimed, assoc_handle: '1234567890', response_nonce: lastNonce },
        identity: fault === 'otherIdentity' ? other : claimed,
        op_endpoint: fault === 'otherProvider' ? 'https://elsewhere.example/openid' : openIdUrl(),
        return_to: fault === 'wrongReturnAddress' ? returnTo.replace('/return', '/elsewhere') : returnTo,
        signed: allFields.filter((name) => name !== 'identity' || fault !== 'unsignedIdentity').join(','),
      }
      const fields = new URLSearchParams(Object.entries(given).map(([name, value]) => [`openid.${name}`, value]))
      const signature = sign(fields)
      fields.set('openid.sig', fault === 'badSignature' ? signature.split('').reverse().join('') : signature)
      if (fault === 'fieldTwice') fields.append('openid.claimed_id', other)
      return fields
    },
    isOwn(asked: URLSearchParams): boolean {
      const isSigned = asked.get('openid.mode') === 'check_authentication' && asked.get('openid.sig') === sign(asked)
      return isSigned && fresh.delete(asked.get('openid.response_nonce') ?? '')
    },
  }
}

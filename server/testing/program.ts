/** One that comes over HTTP with an API token, and names no page. */
export const createProgram = (address: string, token: string, more: Record<string, string> = {}) => ({
  async post(path: string, body: object) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more }
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  },
})

/** Where a Redis is, without what opens it: the only form in which an address may be logged or shown. */
export const shownAddress = (url: string): string => {
  const { protocol, hostname, port, pathname } = new URL(url)
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  return `${hostname}:${port || '6379'}${protocol === 'rediss:' ? ' (TLS)' : ''}${database}`
}

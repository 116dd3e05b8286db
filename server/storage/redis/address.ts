/** Where a Redis is, without what opens it: the only form in which an address may be logged or shown. */
export const shownAddress = (url: string): string => {
  const parsed = URL.parse(url)
  if (!parsed) return 'an address that cannot be read'
  const { protocol, hostname, port, pathname } = parsed
  const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''
  return `${hostname}:${port || '6379'}${protocol === 'rediss:' ? ' (TLS)' : ''}${database}`
}

/** Control characters, and those that turn the direction of the text around them. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const mostLength = 200

/** A text by a stranger, as it may stand in a page among others. @param fallback where nothing of it is left */
export const shownText = (text: string | null | undefined, fallback = '') =>
  (text ?? '').replace(unseen, '').trim().slice(0, mostLength).trim() || fallback

/** A picture or page elsewhere, if it is over https; else none. */
export const shownAddress = (address: string | null | undefined) => {
  const url = URL.parse(address ?? '')
  return url?.protocol === 'https:' && url.href.length <= 500 ? url.href : ''
}

import { z } from 'zod'

export const SteamIds = z.string().transform((text, context) => {
  const ids = text.split(/[\s,;]+/).filter((id) => id !== '')
  if (ids.every((id) => /^7656\d{13}$/.test(id))) return ids
  context.addIssue('SteamID64 numbers of 17 digits, with commas between them')
  return z.NEVER
})

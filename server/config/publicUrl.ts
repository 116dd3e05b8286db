import { z } from 'zod'

export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'an address as https://hub.example.org' })
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, 'an address without user and password')

import { z } from 'zod'

/** The word that all keys in Redis begin with; in braces there, so it has none itself. */
export const RedisPrefix = z
  .string()
  .regex(/^[\w.-]{1,60}$/, 'a word of up to 60 letters, digits, dots, hyphens and underscores')

import { z } from 'zod'

export const Flag = z
  .enum(['0', '1', 'true', 'false'], 'one of 1, true, 0, false')
  .transform((flag) => flag === '1' || flag === 'true')

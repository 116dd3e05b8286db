import { z } from 'zod'

export const Port = z.coerce.number('a port number from 1 to 65535').int().min(1).max(65_535)
